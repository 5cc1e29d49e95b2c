/**
 * Refuses documents with a DOCTYPE before reading them, so no entities are expanded or fetched. Limits the depth and number of elements,
 * and parses large files in pieces so that other work can run in between.
 */
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'

export type XmlElement = {
  name: string
  namespace: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** The document is invalid, or exceeds our limits. */
export class XmlRefused extends Error {}

const MAX_DEPTH = 40
const MAX_ELEMENTS = 300_000
const PIECE = 65_536

/** The first bytes, the content type or the declaration indicate the encoding. UTF-8 by default. */
function decode(body: Buffer, contentType = ''): string {
  const declared = /^[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(body.subarray(0, 300).toString('latin1'))?.[1]
  const marked = body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : null
  const named = marked ?? /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? declared ?? 'utf-8'
  try {
    return new TextDecoder(named, { fatal: true }).decode(body)
  } catch {
    throw new XmlRefused(`the text is not ${named.slice(0, 20)}`)
  }
}

export async function readXml(body: Buffer, contentType?: string): Promise<XmlElement> {
  const text = decode(body, contentType)
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  let elements = 0
  parser.on('error', (error) => {
    throw new XmlRefused(error.message.slice(0, 200))
  })
  parser.on('doctype', () => {
    throw new XmlRefused('the document has a DOCTYPE')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (++elements > MAX_ELEMENTS) throw new XmlRefused('too many elements')
    if (open.length >= MAX_DEPTH) throw new XmlRefused('elements are nested too deeply')
    const plain = Object.fromEntries(Object.values(attributes).map(({ local: name, value }) => [name, value]))
    const element: XmlElement = { name: local, namespace: uri, attributes: plain, children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (piece: string) => {
    const last = open.at(-1)
    if (last) last.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  for (let from = 0; from < text.length; from += PIECE) {
    parser.write(text.slice(from, from + PIECE))
    await setImmediate()
  }
  parser.close()
  if (!root) throw new XmlRefused('the document is empty')
  return root
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] => element.children.filter((child) => child.name === name)

export const textOf = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? ''

export function findElement(element: XmlElement, name: string): XmlElement | null {
  if (element.name === name) return element
  for (const child of element.children) {
    const found = findElement(child, name)
    if (found) return found
  }
  return null
}
