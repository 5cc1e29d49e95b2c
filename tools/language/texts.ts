/** Every text that a person reads in this repository, with its place: pages, help, comments, test titles, and strings on screens and in emails. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

export const ROOT = resolve(import.meta.dirname, '../..')

export type Corpus = 'pages' | 'help' | 'screens' | 'server' | 'comments' | 'titles'
export type Text = { corpus: Corpus; file: string; line: number; text: string }

const EXCLUDED = [
  '**/node_modules/**',
  '**/dist/**',
  '.local/**',
  'tests/fault/fixtures/**',
  'tools/language/**',
  'tools/language/language.test.ts',
  'apps/docs/generated/**',
]
/**
 * Pages whose wording isn't ours to change, or that are records of their time: the specification's lines, decisions (their bodies stay as
 * they were written, and their titles are in the index), measured results, and generated text.
 */
const OTHER_PAGES = [
  'docs/assurance/requirements.md',
  'docs/assurance/proof/**',
  'docs/assurance/drawings.md',
  'docs/decisions/0*.md',
  'CODE_OF_CONDUCT.md',
]

const find = (patterns: string[], exclude: readonly string[] = []) =>
  globSync(patterns, { cwd: ROOT, exclude: [...EXCLUDED, ...exclude] }).toSorted()
const lineOf = (source: string, offset: number) => source.slice(0, offset).split('\n').length

const isHelp = (page: string) => page.startsWith('apps/web/help/') || /^sites\/[^/]+\/guide\//.test(page)

/** A page is one text: its Markdown is parsed later. */
function readPages(): Text[] {
  return find(['**/*.md'], OTHER_PAGES).map((file) => ({
    corpus: isHelp(file) ? 'help' : 'pages',
    file,
    line: 1,
    text: readFileSync(join(ROOT, file), 'utf8'),
  }))
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function visit(value: unknown, seen: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const one of value) visit(one, seen)
  else if (isNode(value) && seen(value)) for (const key of Object.keys(value)) if (key !== 'parent') visit(value[key], seen)
}

const DIRECTIVE = /^\s*(biome-ignore|@ts-|@vitest|[@#]__|\/ *<reference)/

/** Comments, with neighbouring `//` lines joined, because a sentence may continue on the next line. */
function commentsIn(
  file: string,
  source: string,
  comments: readonly { type: string; value: string; start: number; end: number }[],
): Text[] {
  const texts: (Text & { end: number; isLine: boolean })[] = []
  for (const { type, value, start, end } of comments) {
    if (DIRECTIVE.test(value)) continue
    const before = texts.at(-1)
    const isLine = type === 'Line'
    const text = isLine
      ? value.trim()
      : value
          .replace(/^\*/, '')
          .replaceAll(/^[ \t]*\*[ \t]?/gm, '')
          .trim()
    if (isLine && before?.isLine && /^\n[ \t]*$/.test(source.slice(before.end, start))) {
      before.text += `\n${text}`
      before.end = end
    } else texts.push({ corpus: 'comments', file, line: lineOf(source, start), text, end, isLine })
  }
  return texts.map(({ corpus, line, text }) => ({ corpus, file, line, text }))
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe'])

/** The function at the beginning of `test.for(…)('…')` and similar calls. */
function calledName(callee: unknown): string {
  let node = callee
  while (isNode(node) && node.type !== 'Identifier') node = node.callee ?? node.object ?? node.tag
  return isNode(node) ? String(node.name) : ''
}

/** A literal as it reads, with placeholders for its values. */
function literalText(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node.quasis as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('…')
}

const WORDS = /^[^a-z]*[A-Za-z’']+([ ,][^ ]+){2,}/
const STYLE = /\d(px|rem|vh|vw|fr|ms|%)|(^|, )(& |&:|\.|@|:|>|#)|\b(solid|minmax|repeat|calc|inset|auto|ease(-\w+)?)\b|var\(|\w+\(\d/
const STATEMENT =
  /\b(select|insert into|update|delete from|create|alter|order by|group by|on conflict|coalesce|join) [a-z_(*]+|^(set|grant|listen|begin|commit|and|or|left|from|where|lock) [a-z_]/
const COMMAND = /^[a-z-]+: |^\s*[a-z0-9.#/_:-]+\s*$|^(npm|npx|git|openid|systemctl|pg_\w+) | -{1,2}[a-z]+=?/
/** Checks whether a string is a sentence for people, and not a key, a path, a style, a command or an SQL statement. */
const isSentence = (text: string) =>
  WORDS.test(text) && !/[{}<>=]/.test(text) && ![STYLE, STATEMENT, COMMAND].some((other) => other.test(text))

function stringsIn(file: string, source: string, program: unknown, isTest: boolean): Text[] {
  const texts: Text[] = []
  const note = (corpus: Corpus, node: Node, text: string) => texts.push({ corpus, file, line: lineOf(source, node.start), text })
  visit(program, (node) => {
    // Expressions such as `{…} as const` contain strings, but types don't contain texts.
    const hasTexts = node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !hasTexts)) return false
    if (isTest) {
      const [first] = node.type === 'CallExpression' ? (node.arguments as unknown[]) : []
      const title = TEST_FUNCTIONS.has(calledName(node.callee)) ? literalText(first) : null
      if (node.type === 'CallExpression' && title !== null && isNode(first)) note('titles', first, title)
      return true
    }
    const text = node.type === 'JSXText' ? String(node.value).replaceAll(/\s+/g, ' ').trim() : literalText(node)
    if (text !== null && isSentence(text)) note(file.startsWith('apps/server/') ? 'server' : 'screens', node, text)
    return true
  })
  return texts
}

const CODE = ['{packages,apps}/*/src/**/*.{ts,tsx}', 'apps/web/*.ts', 'tests/**/*.{ts,tsx}', 'tools/**/*.ts']
/** Code whose strings people read on a screen, in an email or in a terminal. */
const SPOKEN = /^(apps\/(web|server)|packages\/(domain|api))\/src\//

export function textsOfCode(file: string, source: string): Text[] {
  const { comments, program } = parseSync(file, source)
  const isTest = /\.(test|spec|flow)\.tsx?$/.test(file)
  const isSpoken = SPOKEN.test(file) && !/\/testing\//.test(file)
  return [...commentsIn(file, source, comments), ...(isTest || isSpoken ? stringsIn(file, source, program, isTest) : [])]
}

export const readTexts = (): Text[] => [
  ...readPages(),
  ...find(CODE).flatMap((file) => textsOfCode(file, readFileSync(join(ROOT, file), 'utf8'))),
]
