/**
 * Australian spelling of prose, with cspell. Leaves out names from code: anything in backticks, or with a capital inside, a digit or an
 * underscore.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type CSpellSettings, getDefaultBundledSettingsAsync, mergeSettings, readSettings, spellCheckDocument } from 'cspell-lib'
import type { Text } from './texts.ts'

/** One word per line: names, places and technical terms. */
const WORDS = join(import.meta.dirname, 'words.txt')

const require = createRequire(import.meta.url)

export type Misspelling = { file: string; line: number; corpus: Text['corpus']; word: string; suggestions: string[] }

/** American spellings that the dictionaries for code and styles accept. */
const AMERICAN =
  'color colors colored center centers centered behavior behaviors favor favorite honor labor neighbor neighbors gray canceled canceling labeled labeling traveled traveler modeled signaled analyze analyzed catalog organize organized organization recognize recognized customize customized prioritize minimize maximize summarize authorize authorized normalize normalized meter meters liter liters theater defense offense fulfill enrollment skillful'.split(
    ' ',
  )

const IGNORED = [
  /\b(forced-colors|systemd-analyze)\b/g,
  /`[^`]*`/g,
  /```[\s\S]*?```/g,
  /\]\([^)]*\)/g,
  /<[^>]*>/g,
  /\b(https?|mailto|tel):\S+/g,
  /\b\S*[_/@#$…\\]\S*/g,
  /\b\w*\d\w*\b/g,
  /\b[a-z]+[A-Z]\w*\b/g,
  /\b[A-Z]{2,}[a-z]?\b/g,
  /\S+\.[a-z]+\b/g,
]

let settings: Promise<CSpellSettings> | undefined
async function openSettings(): Promise<CSpellSettings> {
  const own: CSpellSettings = {
    language: 'en-AU',
    words: readFileSync(WORDS, 'utf8').split('\n').filter(Boolean),
    dictionaries: [
      'en-au',
      'softwareTerms',
      'typescript',
      'node',
      'fullstack',
      'fonts',
      'css',
      'html',
      'companies',
      'misc',
      'filetypes',
      'aws',
      'networking-terms',
      'people-names',
    ],
    flagWords: AMERICAN,
    ignoreRegExpList: IGNORED,
  }
  return mergeSettings(
    await getDefaultBundledSettingsAsync(),
    await readSettings(require.resolve('@cspell/dict-en-au/cspell-ext.json')),
    own,
  )
}

/** Combines all texts of one corpus and file into one document, because cspell is much faster that way. */
export async function checkSpelling(texts: readonly Text[], withSuggestions = false): Promise<Misspelling[]> {
  settings ??= openSettings()
  const lines = texts.flatMap(({ text, line }) => text.split('\n').map((content, n) => ({ content, line: line + n })))
  const [first] = texts
  if (!first) return []
  const document = { uri: 'text.txt', text: lines.map(({ content }) => content).join('\n'), languageId: 'plaintext', locale: 'en-AU' }
  const { issues } = await spellCheckDocument(document, { generateSuggestions: withSuggestions, noConfigSearch: true }, await settings)
  return issues.map((issue) => ({
    file: first.file,
    line: lines[document.text.slice(0, issue.offset).split('\n').length - 1]?.line ?? 1,
    corpus: first.corpus,
    word: issue.text,
    suggestions: issue.suggestions ?? [],
  }))
}
