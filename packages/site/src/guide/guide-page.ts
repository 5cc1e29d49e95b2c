import * as z from 'zod/mini'
import type { GuideHeading, GuidePage } from './guide.ts'
import { parseMarkdown } from './markdown.ts'
import { type Block, blockText, inlineText, type Picture } from './markdown-tree.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function isDate(text: string): boolean {
  const [, day, month, year] = /^(\d{2})-([A-Z][a-z]{2})-(\d{4})$/.exec(text) ?? []
  if (!day || !month || !year || !MONTHS.includes(month)) return false
  // `Date.UTC` moves a day that doesn't exist to the next month.
  return new Date(Date.UTC(Number(year), MONTHS.indexOf(month), Number(day))).getUTCDate() === Number(day)
}

// zod/mini has no default messages, so each field defines the text for the page's author.
const Text = z.string('is missing')
const Words = Text.check(z.minLength(1, 'must not be empty'))

// Strict, so that a misspelt key is reported instead of ignored.
const FrontMatter = z.strictObject({
  name: Words,
  group: z.optional(Words),
  order: Text.check(z.regex(/^\d{1,4}$/, 'must be a whole number')),
  updated: Text.check(z.refine(isDate, 'must be a date like 24-Sep-2021')),
  author: Words,
})

export class GuidePageError extends Error {
  constructor(path: string, issues: readonly string[]) {
    super(`guide page ${path}: ${issues.join('; ')}`)
    this.name = 'GuidePageError'
  }
}

/** `path` is the file name without ".md", and the last part of the page's address. */
export function parseGuidePage(path: string, text: string, pictures?: ReadonlyMap<string, Picture>): GuidePage {
  if (!/^[a-z0-9-]+$/.test(path)) throw new GuidePageError(path, ['the file name may only contain lower-case letters, digits and hyphens'])
  const [, head, body] = /^\uFEFF?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|$)(.*)$/s.exec(text) ?? []
  if (head === undefined || body === undefined) throw new GuidePageError(path, ['must begin with front matter between two lines of ---'])
  const entries = head.split(/\r?\n/).filter((line) => line.trim() !== '')
  const fields = FrontMatter.safeParse(Object.fromEntries(entries.map(keyAndValue)))
  if (!fields.success) throw new GuidePageError(path, fields.error.issues.map(issueOf))
  const { name, group = null, updated, author } = fields.data
  const issues: string[] = []
  const nodes = parseMarkdown(body, pictures, (words) => issues.push(words))
  if (issues.length > 0) throw new GuidePageError(path, issues)
  return { path, name, group, order: Number(fields.data.order), updated, author, ...textAndHeadings(nodes), nodes }
}

function issueOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys' ? `unknown key ${issue.keys.join(', ')}` : `${issue.path.join('.')} ${issue.message}`
}

function keyAndValue(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}

function textAndHeadings(nodes: readonly Block[]): { headings: GuideHeading[]; text: string } {
  const headings: GuideHeading[] = []
  let text = ''
  for (const node of nodes) {
    const words = blockText(node)
    if (words === '') continue
    if (text !== '') text += ' '
    if (node.type === 'heading') {
      headings.push({ level: node.level, title: inlineText(node.children), anchor: node.anchor, at: text.length })
    }
    text += words
  }
  return { headings, text }
}
