/** Elements must not contain other elements with their own name. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string) => text.replace(/&(\w+);/g, (found, name: string) => ENTITIES[name] ?? found)

export const textOf = (xml: string): string => decoded(xml.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')).trim()

export type XmlElement = { attributes: string; content: string }

export const elements = (xml: string, names: string): XmlElement[] =>
  Array.from(xml.matchAll(new RegExp(`<(${names})\\b([^>]*)(?<!/)>([\\s\\S]*?)</\\1>|<(${names})\\b([^>]*)/>`, 'g')), (match) => ({
    attributes: match[2] ?? match[5] ?? '',
    content: match[3] ?? '',
  }))

export const attributeOf = ({ attributes }: XmlElement, name: string): string =>
  decoded(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? '')
