/** The project's vocabulary, as a check: which words code and comments no longer use, and what is said instead. */
import { parseSync } from '@swc/core'

export type Finding = { file: string; line: number; word: string; instead: string; where: 'name' | 'comment' }

/** Parts of a name, in lower case, and what an engineer of the field says. */
const NAMES: Readonly<Record<string, string>> = {
  letter: 'email',
  letters: 'emails',
  drill: 'fault test',
  drills: 'fault tests',
  story: 'e2e test',
  stories: 'e2e tests',
  floor: 'layer',
  floors: 'layers',
  house: 'codebase',
  told: 'tracked, notified',
  tell: 'notify',
  tells: 'notifies',
  hear: 'receive',
  hears: 'receives',
  heard: 'received',
  say: 'report, set',
  says: 'reports',
  said: 'reported',
  errand: 'loop',
  errands: 'loops',
  fault: 'issue, error',
  faults: 'issues, errors',
  kept: 'cached, stored, saved',
  anew: 'again',
  mend: 'fix',
  mended: 'fixed',
  harm: 'failure',
  edition: 'version',
  desk: 'desktop',
  thumb: 'bottom',
  world: 'testEnv, simulation',
  worlds: 'simulations',
}

/** Words of comments. Everyday verbs (tell, hear, keep) are fine there; these are not. */
const COMMENTS: readonly [RegExp, string][] = [
  [/\bpost office\b/gi, 'mailer'],
  [/(?<!capital |small |block )\bletters?\b/gi, 'email'],
  [/\bdrills?\b/gi, 'fault test'],
  [/\bstor(y|ies)\b/gi, 'e2e test'],
  [/\bfloors?\b/gi, 'layer'],
  [/\bhouse\b/gi, 'codebase'],
  [/\berrands?\b/gi, 'loop'],
  [/(?<!npm run )\bfaults?\b(?![ -]tests?\b)/gi, 'issue, error'],
  [/\banew\b/gi, 'again'],
  [/\bmend(s|ed|ing)?\b/gi, 'fix'],
  [/\bharm(s|ed|ing)?\b/gi, 'failure'],
  [/\beditions?\b/gi, 'version'],
]

/** Where a word means what it says. */
const ALLOWED: readonly { file: RegExp; words: RegExp; why: string }[] = [
  { file: /^tests\/fault\/|^tools\/words/, words: /^faults?$/, why: 'fault tests inject faults' },
  { file: /^tools\/words/, words: /./, why: 'this list' },
  {
    file: /^(packages\/site\/src\/(sample-terrain|sample\/land|files)|tools\/home-picture)/,
    words: /^(worlds?|letters?)$/,
    why: 'a map of the world, and its lettering',
  },
  { file: /^packages\/domain\/src\/(person\/person-fields|emergency\/emergency)/, words: /^letters?$/, why: 'letters of an alphabet' },
  { file: /^apps\/server\/src\/db\/queues/, words: /^letters$/, why: 'the queue of the version before, still worked off' },
  { file: /^packages\/sync\/src\//, words: /^told$/, why: 'the name of a column on people’s devices' },
  { file: /^packages\/site\/src\/(report|issue)/, words: /^kept$/, why: 'an outcome that reports of a site carry' },
]

const isAllowed = (file: string, word: string) => ALLOWED.some((place) => place.file.test(file) && place.words.test(word))

/** `Math.floor` and its like are not ours to name; the environment variable injects a fault. */
const FOREIGN = new Set(['floor', 'letterSpacing', 'FAULT_KILL_AT'])

const partsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$]/g, ' ')
    .toLowerCase()
    .split(' ')

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g
const SENTINEL = '__start__;'

type Node = { type?: string; value?: unknown; span?: { start: number } }

/** Names of a file with their places: declared, used, and keys alike. Strings and text on screens are not names. */
function namesIn(file: string, text: string): { name: string; offset: number }[] {
  const source = SENTINEL + text
  const tree = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2024' })
  // Positions count on from file to file: the sentinel says where this one begins.
  const start = tree.body[0]?.span.start ?? 0
  const found: { name: string; offset: number }[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (Array.isArray(node) || typeof node !== 'object' || node === null) return
    const { type, value, span } = node as Node
    if (type === 'Identifier' && typeof value === 'string' && span)
      found.push({ name: value, offset: span.start - start - SENTINEL.length })
    Object.values(node).forEach(visit)
  }
  visit(tree.body.slice(1))
  return found
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Every use of a word that we no longer use, in one file. */
export function findWords(file: string, text: string): Finding[] {
  const bytes = Buffer.from(text)
  const names = namesIn(file, text).flatMap(({ name, offset }) =>
    FOREIGN.has(name)
      ? []
      : partsOf(name).flatMap((word) => {
          const instead = Object.hasOwn(NAMES, word) ? NAMES[word] : undefined
          if (!instead || isAllowed(file, word)) return []
          return [{ file, line: lineAt(bytes.subarray(0, offset).toString(), offset), word: name, instead, where: 'name' as const }]
        }),
  )
  const comments = Array.from(text.matchAll(COMMENT)).flatMap((comment) =>
    COMMENTS.flatMap(([pattern, instead]) =>
      Array.from(comment[0].matchAll(pattern)).flatMap((match) => {
        const word = match[0]
        if (isAllowed(file, word.toLowerCase())) return []
        return [{ file, line: lineAt(text, comment.index + match.index), word, instead, where: 'comment' as const }]
      }),
    ),
  )
  return [...names, ...comments]
}
