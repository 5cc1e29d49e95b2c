// This file decides which elements a page may contain. The code runs when pages are built, not on devices. It never throws, raw HTML stays
// plain text, and every link in the tree has passed `safeHref`.
import type { Definition, Image, List, Paragraph, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { type Block, type Inline, inlineText, type NoteTone, type Picture, safeHref } from './markdown-tree.ts'

// No real page is nested this deeply. Without a limit, a page of ten thousand ">" would overflow the stack here and in React.
const MAX_DEPTH = 16

type Reading = {
  source: string
  definitions: Map<string, Definition>
  anchors: Set<string>
  pictures: ReadonlyMap<string, Picture>
  onIssue(words: string): void
}

/** `onIssue` receives a sentence for the author about each invalid picture. */
export function parseMarkdown(
  source: string,
  pictures: ReadonlyMap<string, Picture> = new Map(),
  onIssue: (words: string) => void = () => {},
): Block[] {
  const root = fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  const definitions = new Map<string, Definition>()
  // As in CommonMark, the first definition of a name applies.
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
      return null
  }
}

const OWN_PICTURE = /^\/images\//

/** A picture must be the paragraph's only content. If a picture can't be shown, the author gets an issue, and readers get the alt text. */
function pictureIn({ children: [image, ...others] }: Paragraph, { pictures, onIssue }: Reading): Block | null {
  if (image?.type !== 'image' || others.length > 0 || !OWN_PICTURE.test(image.url)) return null
  const picture = pictures.get(image.url.replace(OWN_PICTURE, ''))
  if (!picture) onIssue(`there is no picture ${image.url}`)
  if (!image.alt) onIssue(`the picture ${image.url} needs alt text: ![text](${image.url})`)
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

/**
 * A quote that begins with [!NOTE], [!WARNING] or [!EMERGENCY] becomes a coloured box. Editors that don't support these markers still show
 * a quote.
 */
function asNote(children: Block[]): Block {
  const [first, ...others] = children
  if (first?.type !== 'paragraph') return { type: 'quote', children }
  const [opening, ...following] = first.children
  const mark = typeof opening === 'string' ? NOTE_MARK.exec(opening) : null
  if (!mark || typeof opening !== 'string') return { type: 'quote', children }
  const text = opening.slice(mark[0].length)
  const rest = text === '' ? following : [text, ...following]
  // Safe: the expression matches only these three words.
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
      // Pictures from other hosts are not allowed, because the host would learn who reads the page, and the picture would be missing
      // offline.
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

/** A rejected link or an entity splits words, which search would then not find. */
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

/** A title always gets one anchor, because people share links with anchors. A second heading with the title gets "-2". */
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
