// Reads markdown into the small tree of markdown-tree.ts. CommonMark and its tables are parsed by mdast, which is exact about the hundred
// odd cases of the language; what this file adds is the choice of what a page may contain. It runs where pages are built, not on phones.
// Promises: it never throws, raw HTML stays the text it is, and every link in the tree has passed `safeHref`.
import type { Definition, Image, List, Paragraph, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type Block, type Inline, inlineText, type NoteTone, type Picture, safeHref } from './markdown-tree.ts'

// Nothing a person writes nests this deep; without an end, a page of ten thousand ">" would overflow the stack here and in React.
const MAX_DEPTH = 16

type Reading = {
  source: string
  definitions: Map<string, Definition>
  anchors: Set<string>
  pictures: ReadonlyMap<string, Picture>
  onIssue(words: string): void
}

/** `pictures`: those a page may show, by file name. `onIssue` receives what is wrong with the pictures of the page, in words for its author. */
export function parseMarkdown(
  source: string,
  pictures: ReadonlyMap<string, Picture> = new Map(),
  onIssue: (words: string) => void = () => {},
): Block[] {
  const root = fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  const definitions = new Map<string, Definition>()
  // The first definition of a name counts, as in CommonMark.
  for (const node of root.children) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node)
  }
  return readBlocks(root.children, { source, definitions, anchors: new Set(), pictures, onIssue }, 0)
}

function readBlocks(nodes: readonly RootContent[], reading: Reading, depth: number): Block[] {
  return nodes.flatMap((node) => readBlock(node, reading, depth) ?? [])
}

function readBlock(node: RootContent, reading: Reading, depth: number): Block | null {
  if (depth > MAX_DEPTH) return { type: 'paragraph', children: [sourceOf(node, reading)] }
  switch (node.type) {
    case 'heading': {
      const children = readInlines(node.children, reading, 0)
      return { type: 'heading', level: node.depth, anchor: newAnchor(inlineText(children), reading.anchors), children }
    }
    case 'paragraph':
      return pictureIn(node, reading) ?? { type: 'paragraph', children: readInlines(node.children, reading, 0) }
    case 'list':
      return readList(node, reading, depth)
    case 'table':
      return readTable(node, reading)
    case 'blockquote':
      return asNote(readBlocks(node.children, reading, depth + 1))
    case 'code':
      return { type: 'code', text: node.value }
    case 'html':
      return { type: 'paragraph', children: [node.value] }
    case 'thematicBreak':
      return { type: 'rule' }
    default:
      // Definitions are looked up by the links that name them and show nothing themselves.
      return null
  }
}

const OWN_PICTURE = /^\/images\//

/** A paragraph that is nothing but a picture of the site. One that cannot be shown is told to the author, and its text stands for it. */
function pictureIn({ children: [image, ...others] }: Paragraph, { pictures, onIssue }: Reading): Block | null {
  if (image?.type !== 'image' || others.length > 0 || !OWN_PICTURE.test(image.url)) return null
  const picture = pictures.get(image.url.replace(OWN_PICTURE, ''))
  if (!picture) onIssue(`there is no picture ${image.url}`)
  if (!image.alt) onIssue(`the picture ${image.url} needs a text for those who cannot see it: ![text](${image.url})`)
  return picture && image.alt ? { type: 'picture', ...picture, alt: image.alt, caption: captionOf(image) } : null
}

const captionOf = ({ title }: Image) => title || null

function readList(list: List, reading: Reading, depth: number): Block {
  const items = list.children.map((item) => readBlocks(item.children, reading, depth + 1))
  return { type: 'list', ordered: list.ordered === true, start: list.start ?? 1, items }
}

function readTable(table: Table, reading: Reading): Block {
  const [head = [], ...rows] = table.children.map((row) => row.children.map((cell) => readInlines(cell.children, reading, 0)))
  return { type: 'table', align: head.map((_, column) => table.align?.[column] ?? null), head, rows }
}

const NOTE_MARK = /^\[!(NOTE|WARNING|EMERGENCY)\]\s*/

/** A quote that begins with [!NOTE], [!WARNING] or [!EMERGENCY] is a coloured box; editors that do not know the mark still show a quote. */
function asNote(children: Block[]): Block {
  const [first, ...others] = children
  if (first?.type !== 'paragraph') return { type: 'quote', children }
  const [opening, ...following] = first.children
  const mark = typeof opening === 'string' ? NOTE_MARK.exec(opening) : null
  if (!mark || typeof opening !== 'string') return { type: 'quote', children }
  const text = opening.slice(mark[0].length)
  const rest = text === '' ? following : [text, ...following]
  // Safe: the expression matches these three words and no other.
  const tone = mark[1]?.toLowerCase() as NoteTone
  return { type: 'note', tone, children: rest.length > 0 ? [{ type: 'paragraph', children: rest }, ...others] : others }
}

function readInlines(nodes: readonly PhrasingContent[], reading: Reading, depth: number): Inline[] {
  return joinText(nodes.flatMap((node) => readInline(node, reading, depth)))
}

function readInline(node: PhrasingContent, reading: Reading, depth: number): Inline[] {
  if (depth > MAX_DEPTH) return [sourceOf(node, reading)]
  switch (node.type) {
    case 'text':
      return [node.value.replaceAll('\n', ' ')]
    case 'strong':
    case 'emphasis':
      return [{ type: node.type, children: readInlines(node.children, reading, depth + 1) }]
    case 'inlineCode':
      return [{ type: 'code', text: node.value }]
    case 'break':
      return [{ type: 'break' }]
    case 'link':
      return linkOrText(node.url, readInlines(node.children, reading, depth + 1))
    case 'linkReference':
      return linkOrText(reading.definitions.get(node.identifier)?.url ?? '', readInlines(node.children, reading, depth + 1))
    case 'image':
    case 'imageReference':
      // A picture is a paragraph of its own, and the site's own: another host would be told who reads, and fail without signal.
      return [node.alt ?? '']
    case 'html':
      return [node.value]
    default:
      return [sourceOf(node, reading)]
  }
}

function linkOrText(address: string, children: Inline[]): Inline[] {
  const href = safeHref(address)
  return href === null ? children : [{ type: 'link', href, children }]
}

/** Neighbouring strings become one, so that a search never misses a word that was parted by a refused link or an entity. */
function joinText(inlines: readonly Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const inline of inlines) {
    const last = joined.at(-1)
    if (typeof inline === 'string' && typeof last === 'string') joined[joined.length - 1] = last + inline
    else if (inline !== '') joined.push(inline)
  }
  return joined
}

function sourceOf(node: RootContent, reading: Reading): string {
  return reading.source.slice(node.position?.start.offset, node.position?.end.offset)
}

/** Anchors are shared in links and must not move: same words, same anchor; a second heading of the same words gets "-2". */
function newAnchor(title: string, taken: Set<string>): string {
  const words = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug =
    words
      .replace(/['’]/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  let anchor = slug
  for (let count = 2; taken.has(anchor); count += 1) anchor = `${slug}-${count}`
  taken.add(anchor)
  return anchor
}
