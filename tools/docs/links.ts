/** GitHub and the documentation site create the heading anchors. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const proseOf = (text: string) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')

export function anchorsIn(text: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of proseOf(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

export function linksIn(text: string): string[] {
  const prose = proseOf(text).replace(/`[^`\n]*`/g, '')
  const markdown = Array.from(prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g), ([, target = '']) => target)
  const html = Array.from(prose.matchAll(/(?:href|src)="([^"]+)"/g), ([, target = '']) => target)
  return [...markdown, ...html].filter((target) => !/^[a-z]+:/.test(target))
}

export function linkIssue(file: string, target: string): string | null {
  const [path = '', anchor] = target.split('#')
  const destination = path === '' ? file : resolve(dirname(file), path)
  if (!existsSync(destination)) return `link to ${target} is broken`
  if (anchor === undefined || !destination.endsWith('.md')) return null
  return anchorsIn(readFileSync(destination, 'utf8')).has(anchor) ? null : `link to ${target}: the heading does not exist`
}
