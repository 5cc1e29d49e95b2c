/** Subjects of commits: imperative, at most 72 characters, no full stop. */
import { spawnSync } from 'node:child_process'
import { ROOT } from './texts.ts'

const LONGEST = 72
/** Subjects before this day follow other rules. */
const SINCE = '2026-11-19T00:00:00Z'

/** Imperatives that end like another form of a verb. */
const IMPERATIVE = new Set([
  'address',
  'bypass',
  'compress',
  'cross',
  'discuss',
  'embed',
  'expose',
  'feed',
  'focus',
  'guess',
  'need',
  'pass',
  'press',
  'process',
  'proceed',
  'seed',
  'shed',
  'speed',
  'stress',
  'string',
  'bring',
  'swing',
  'ping',
  'ring',
  'exceed',
  'succeed',
  'access',
  'express',
  'suppress',
])
/** Words that earlier subjects began with and that aren't verbs. */
const NOT_VERBS = new Set([
  'a',
  'an',
  'the',
  'all',
  'each',
  'every',
  'no',
  'now',
  'also',
  'it',
  'its',
  'this',
  'that',
  'these',
  'people',
  'what',
  'when',
  'where',
  'who',
  'whoever',
  'with',
  'without',
  'in',
  'on',
  'of',
  'at',
  'for',
  'from',
  'by',
  'one',
  'two',
  'three',
  'new',
  'docs',
  'changelog',
  'tests',
  'proof',
  'wip',
  'fixes',
  'and',
  'as',
  'app',
  'page',
  'pages',
  'status',
  'r1',
  'ci',
])

export type SubjectIssue = { subject: string; issue: string }

export function subjectIssue(subject: string): string | null {
  if (/^(Merge|Revert) /.test(subject)) return null
  if (subject.length > LONGEST) return `${subject.length} characters, at most ${LONGEST}`
  if (/\.$/.test(subject)) return 'ends with a full stop'
  const [first = ''] = subject.split(/[\s,:]/)
  if (!/^[A-Z]/.test(first)) return 'begins with a lower-case letter'
  const verb = first.toLowerCase()
  if (NOT_VERBS.has(verb) || (/(ed|ing|[^s]s)$/.test(verb) && !IMPERATIVE.has(verb)))
    return `"${first}" is not an imperative: "Add", "Fix", "Show"`
  return null
}

/** Returns every commit since the rule began, or none if the history is missing, as in a release archive. */
export function subjectIssues(): SubjectIssue[] {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%s'], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) return []
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((subject) => {
      const issue = subjectIssue(subject)
      return issue ? [{ subject, issue }] : []
    })
}
