import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown.ts'
import { type Block, blockText, linksOf, safeHref } from './markdown-tree.ts'

test('DOC-02 headings have stable anchors that never collide', () => {
  const blocks = parseMarkdown("## First steps\n\n## First steps\n\n## First steps 2\n\n### Éagle's *nest* & `code`\n\n## ???")
  const anchors = blocks.map((block) => (block.type === 'heading' ? block.anchor : null))
  expect(anchors).toEqual(['first-steps', 'first-steps-2', 'first-steps-2-2', 'eagles-nest-code', 'section'])
})

test('DOC-02 renders nested lists, table alignment, code and rules', () => {
  expect(parseMarkdown('3. one\n   - inner **bold**\n4. two')).toEqual([
    {
      type: 'list',
      ordered: true,
      start: 3,
      items: [
        [
          { type: 'paragraph', children: ['one'] },
          {
            type: 'list',
            ordered: false,
            start: 1,
            items: [[{ type: 'paragraph', children: ['inner ', { type: 'strong', children: ['bold'] }] }]],
          },
        ],
        [{ type: 'paragraph', children: ['two'] }],
      ],
    },
  ])
  expect(parseMarkdown('| a | b |\n|---|--:|\n| *x* | 1 |')).toEqual([
    { type: 'table', align: [null, 'right'], head: [['a'], ['b']], rows: [[[{ type: 'emphasis', children: ['x'] }], ['1']]] },
  ])
  expect(parseMarkdown('```sh\nls <b>\n```\n\n---\n\nline one\nline two  \nthree')).toEqual([
    { type: 'code', text: 'ls <b>' },
    { type: 'rule' },
    { type: 'paragraph', children: ['line one line two', { type: 'break' }, 'three'] },
  ])
})

test('DOC-02 a quote that starts with a marker becomes a note, and any other quote stays a quote', () => {
  expect(parseMarkdown('> [!EMERGENCY]\n> **Call**\n>\n> now')).toEqual([
    {
      type: 'note',
      tone: 'emergency',
      children: [
        { type: 'paragraph', children: [{ type: 'strong', children: ['Call'] }] },
        { type: 'paragraph', children: ['now'] },
      ],
    },
  ])
  expect(parseMarkdown('> [!NOTE] short')).toEqual([{ type: 'note', tone: 'note', children: [{ type: 'paragraph', children: ['short'] }] }])
  expect(parseMarkdown('> [!OTHER] said')[0]).toMatchObject({ type: 'quote' })
})

test('DOC-05 recognises tel, mailto and https links, paths and anchors, including reference links', () => {
  const source = '[a](tel:000) [b](mailto:x@example.org) [c](https://example.org/p) [d](/map#1,2,3) [e](#top) [f][ref]\n\n[ref]: /help'
  expect(linksOf(parseMarkdown(source))).toEqual([
    'tel:000',
    'mailto:x@example.org',
    'https://example.org/p',
    '/map#1,2,3',
    '#top',
    '/help',
  ])
})

const PAYLOADS = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](<\u0001javascript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](java\\script:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://example.org/1)',
  '[x](ftp://example.org)',
  '[x](http://example.org)',
  '[x](//evil.example.org)',
  '[x](/\\evil.example.org)',
  '[x](\\\\evil.example.org)',
  '[x](<//evil.example.org>)',
  '[x](</\t/evil.example.org>)',
  '[x](&#47;&#47;evil.example.org)',
  '[x](https:javascript:alert(1))',
  '[x](https:///evil)',
  '[x][r]\n\n[r]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](https://evil.example.org/pixel.png)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'text <svg/onload=alert(1)> text',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<!-- --><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '| <img src=x onerror=alert(1)> |\n|---|\n| [x](javascript:alert(1)) |',
  '# <b onmouseover=alert(1)>h</b> [x](data:,1)',
  '> [!NOTE]\n> <style>@import "//evil"</style> [x](javascript:1)',
]

const NODE_KEYS = new Set([
  'type',
  'children',
  'text',
  'href',
  'level',
  'anchor',
  'ordered',
  'start',
  'items',
  'align',
  'head',
  'rows',
  'tone',
])

/** The renderer could act on every unknown key and every address. */
function liveParts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(liveParts)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!NODE_KEYS.has(key)) return [key]
    if (key === 'href') return [String(inner)]
    return liveParts(inner)
  })
}

test.for(PAYLOADS)('DOC-02 no content of a page becomes active: %s', (payload) => {
  expect(liveParts(parseMarkdown(payload))).toEqual([])
})

test('DOC-02 raw HTML is shown as plain text', () => {
  expect(parseMarkdown('<script>alert(1)</script>')).toEqual([{ type: 'paragraph', children: ['<script>alert(1)</script>'] }])
  expect(parseMarkdown('a <b>c</b>')).toEqual([{ type: 'paragraph', children: ['a <b>c</b>'] }])
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('DOC-02 excessive nesting doesn’t throw an error, and is reduced before it reaches the screen', () => {
  for (const source of [`${'>'.repeat(2000)} a`, `${'- '.repeat(300)}a`, `${'*a '.repeat(500)}${'b* '.repeat(500)}`]) {
    expect(depthOf(parseMarkdown(source))).toBeLessThan(120)
  }
})

const FRAGMENTS = [
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '!',
  '#',
  '*',
  '_',
  '`',
  '|',
  '-',
  ':',
  '\n',
  '\n\n',
  '  ',
  '\t',
  '&#x6A;',
  'javascript:',
  '//',
  '\\',
  '1. ',
  'a',
]
const anyMarkdown = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 80 }).map((parts) => parts.join('')),
)

test('DOC-02 any text becomes a tree with only safe links and unique anchors', () => {
  fc.assert(
    fc.property(anyMarkdown, (source) => {
      const blocks = parseMarkdown(source)
      expect(linksOf(blocks).filter((href) => safeHref(href) === null)).toEqual([])
      const anchors = allAnchors(blocks)
      expect(new Set(anchors).size).toBe(anchors.length)
      expect(blocks.map(blockText)).toHaveLength(blocks.length)
    }),
    { numRuns: 1500 },
  )
})

function allAnchors(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'heading') return [block.anchor]
    if (block.type === 'list') return block.items.flatMap(allAnchors)
    return block.type === 'quote' || block.type === 'note' ? allAnchors(block.children) : []
  })
}
