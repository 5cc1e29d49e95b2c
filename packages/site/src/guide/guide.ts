// Pages are already parsed into trees (guide-page.ts), so devices don't need the markdown parser. The sidebar and the search work offline.
import type { Block } from './markdown-tree.ts'

/** `at` is the position of the heading in the page's `text`. Search finds the section of a match by `at`. */
export type GuideHeading = { level: number; title: string; anchor: string; at: number }

export type GuidePage = {
  path: string
  name: string
  group: string | null
  order: number
  /** The date as written in the page, for example 24-Sep-2021. */
  updated: string
  author: string
  headings: GuideHeading[]
  nodes: Block[]
  text: string
}

export type GuideGroup = { name: string | null; pages: GuidePage[] }

/** An unknown path returns a placeholder page, so that an old link shows a message instead of failing. */
export function findPage(pages: readonly GuidePage[], path: string): GuidePage {
  return pages.find((page) => page.path === path) ?? unknownPage(path)
}

function unknownPage(path: string): GuidePage {
  const nodes: Block[] = [{ type: 'paragraph', children: ['No content'] }]
  return { path, name: 'No title', group: null, order: 0, updated: '', author: '', headings: [], nodes, text: 'No content' }
}

/** A group is at the position of its first page. Pages without a group come last. */
export function groupPages(pages: readonly GuidePage[]): GuideGroup[] {
  const groups = new Map<string | null, GuidePage[]>()
  for (const page of pages.toSorted((a, b) => a.order - b.order || a.name.localeCompare(b.name, 'en'))) {
    groups.set(page.group, [...(groups.get(page.group) ?? []), page])
  }
  const named = [...groups].filter(([name]) => name !== null)
  const ungrouped = groups.get(null)
  return [...named, ...(ungrouped ? [[null, ungrouped] as const] : [])].map(([name, members]) => ({ name, pages: members }))
}

/** `end` is exclusive. */
export type MarkedText = { text: string; ranges: [start: number, end: number][] }

export type GuideHit = {
  path: string
  group: string | null
  name: MarkedText
  /** Null before the first heading. */
  heading: (MarkedText & { anchor: string }) | null
  snippet: MarkedText
}

export const SNIPPET_LENGTH = 150
const LEAD_IN = 40

export function searchPages(pages: readonly GuidePage[], query: string): GuideHit[] {
  const words = query.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return []
  const inName: GuideHit[] = []
  const inContent: GuideHit[] = []
  for (const page of groupPages(pages).flatMap((group) => group.pages)) {
    if (!words.every((word) => pattern([word]).test(`${page.name} ${page.text}`))) continue
    const hit = hitOf(page, words)
    if (hit.name.ranges.length > 0) inName.push(hit)
    else inContent.push(hit)
  }
  return [...inName, ...inContent]
}

function hitOf(page: GuidePage, words: readonly string[]): GuideHit {
  const anyWord = pattern(words)
  const phrase = new RegExp(words.map(escapeForPattern).join('\\s+'), 'iu')
  const at = (phrase.exec(page.text) ?? anyWord.exec(page.text))?.index ?? 0
  const index = page.headings.findLastIndex((heading) => heading.at <= at)
  const heading = page.headings[index]
  // The heading is shown on its own line, so the snippet comes from the text after the heading.
  const from = heading ? heading.at + heading.title.length : 0
  const to = page.headings[index + 1]?.at ?? page.text.length
  return {
    path: page.path,
    group: page.group,
    name: markWords(page.name, words),
    heading: heading ? { ...markWords(heading.title, words), anchor: heading.anchor } : null,
    snippet: markWords(snippetAround(page.text.slice(from, to), at - from), words),
  }
}

function snippetAround(section: string, at: number): string {
  const text = section.trim()
  if (text.length <= SNIPPET_LENGTH) return text
  const matchAt = Math.max(0, at - (section.length - section.trimStart().length))
  const room = SNIPPET_LENGTH - 2
  let start = Math.max(0, Math.min(matchAt - LEAD_IN, text.length - room))
  if (start > 0) {
    const gap = text.indexOf(' ', start)
    if (gap >= 0 && gap < matchAt) start = gap + 1
  }
  let end = Math.min(text.length, start + room)
  if (end < text.length) {
    const gap = text.lastIndexOf(' ', end)
    if (gap > matchAt && gap > start + LEAD_IN) end = gap
  }
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trimEnd()}${end < text.length ? '…' : ''}`
}

export function markWords(text: string, words: readonly string[]): MarkedText {
  return { text, ranges: [...text.matchAll(pattern(words))].map((match) => [match.index, match.index + match[0].length]) }
}

// Longer words first, so that "trails" is marked completely even if the query also contains "trail". Lower-casing a copy could change the
// text's length and shift the marks.
function pattern(words: readonly string[]): RegExp {
  return new RegExp(
    words
      .toSorted((a, b) => b.length - a.length)
      .map(escapeForPattern)
      .join('|'),
    'giu',
  )
}

function escapeForPattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
