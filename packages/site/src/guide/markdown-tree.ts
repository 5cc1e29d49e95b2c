// Devices receive this tree as JSON and render it element by element. The tree contains no HTML strings, so a page can't inject a script.

/** Plain text is a string, because most of a page is plain text. */
export type Inline =
  | string
  | { type: 'strong' | 'emphasis'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'break' }

/** The size is known in advance, so that the text doesn't move when the picture loads. */
export type Picture = { src: string; width: number; height: number }

export type NoteTone = 'note' | 'warning' | 'emergency'
export type ColumnAlign = 'left' | 'center' | 'right' | null

export type Block =
  | { type: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; anchor: string; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { type: 'table'; align: ColumnAlign[]; head: Inline[][]; rows: Inline[][][] }
  | { type: 'quote'; children: Block[] }
  | { type: 'note'; tone: NoteTone; children: Block[] }
  | { type: 'code'; text: string }
  | { type: 'rule' }
  | ({ type: 'picture'; alt: string; caption: string | null } & Picture)

// Browsers drop tabs and line endings in an address and read \ as /, so "/<tab>/evil" would lead to another host.
const UNSAFE_CHARACTER = /[\p{Cc}\p{Cf}\s\\]/u
const SAFE_START = /^(https:\/\/[^/]|mailto:|tel:|#|\/(?!\/))/i

/** Pages may link to https, mailto, tel, a path of this site and an anchor. */
export function safeHref(address: string): string | null {
  return SAFE_START.test(address) && !UNSAFE_CHARACTER.test(address) ? address : null
}

/** Only pictures of this site, with name and version, are allowed. */
export function safePicture(address: string): string | null {
  return /^\/images\/[a-z0-9-]+\.(jpg|png|webp)\?v=[\w-]+$/.test(address) ? address : null
}

export function inlineText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline
      if (inline.type === 'break') return ' '
      return inline.type === 'code' ? inline.text : inlineText(inline.children)
    })
    .join('')
}

/** For search: a dot separates rows and items, and a comma separates cells. */
export function blockText(block: Block): string {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return inlineText(block.children)
    case 'list':
      return block.items.map((item) => item.map(blockText).join(' ')).join(' · ')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join(', ')).join(' · ')
    case 'quote':
    case 'note':
      return block.children.map(blockText).join(' ')
    case 'code':
      return block.text.replaceAll('\n', ' ')
    case 'picture':
      return block.caption ?? ''
    case 'rule':
      return ''
  }
}

export function linksOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'heading':
      case 'paragraph':
        return inlineLinks(block.children)
      case 'list':
        return block.items.flatMap(linksOf)
      case 'table':
        return [block.head, ...block.rows].flat().flatMap(inlineLinks)
      case 'quote':
      case 'note':
        return linksOf(block.children)
      default:
        return []
    }
  })
}

export function picturesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'picture':
        return [block.src]
      case 'list':
        return block.items.flatMap(picturesOf)
      case 'quote':
      case 'note':
        return picturesOf(block.children)
      default:
        return []
    }
  })
}

function inlineLinks(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === 'string' || !('children' in inline)) return []
    return inline.type === 'link' ? [inline.href, ...inlineLinks(inline.children)] : inlineLinks(inline.children)
  })
}
