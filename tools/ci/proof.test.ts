import { expect, test } from 'vitest'
import { bound, differences, verdict, withTables } from './proof.ts'
import { type Measured, type ProofResult, parseResults, readResults, withRun } from './proof-results.ts'

const RUN = { date: '2026-11-15', commit: 'abc1234', command: 'npm run fault -- R5' }
const R5: ProofResult = {
  id: 'R5',
  what: 'reply lost',
  target: 2000,
  ...RUN,
  n: 2000,
  lost: 0,
  doubled: 0,
  figures: { slowestDrainMs: 2900 },
}
const P3: ProofResult = { id: 'P3', what: 'map ready', ...RUN, n: 15, value: 1.8, unit: '×', interval: [1.5, 2], target: 1.25, limit: 1.5 }
const FRESH = () => false
const MARKER = '<!-- results: R5 | Test=id | Runs=n | Lost=lost | Bound=bound | Notes=note -->'
const page = (text: string) => [{ name: 'docs/assurance/proof/x.md', text }]
const blank = `# A page\n\nProse with 12 figures.\n\n${MARKER}\n<!-- /results -->\n\nMore prose.\n`

test('writes a table from the results and leaves the prose around it unchanged', () => {
  const written = withTables([R5], blank, FRESH)
  expect(written).toContain('| R5 | **2,000** | 0 | 0.15 % | Slowest drain 2.9 s. |')
  expect(written).toContain('Prose with 12 figures.')
  expect(written).toContain('More prose.')
  expect(withTables([R5], written, FRESH)).toBe(written)
})

test('finds a figure that was typed into a page, and one that was changed only in the results', () => {
  const written = withTables([R5], blank, FRESH)
  expect(differences([R5], page(written))).toEqual([])
  expect(differences([R5], page(written.replace('2,000', '3,000')))).toEqual([expect.stringContaining('docs/assurance/proof/x.md:8')])
  expect(differences([{ ...R5, lost: 1 }], page(written))).toHaveLength(1)
})

test('PROOF-5 marks a stale result beside its run, or in the first cell of a table without runs', () => {
  const isStale = ({ id }: { id: string }) => id === 'R5'
  const rows = (columns: string) => withTables([R5, P3], `<!-- results: R5 P3 | ${columns} -->\n<!-- /results -->`, isStale)
  expect(rows('Test=id | Run=run')).toContain('| R5 | 2026-11-15 `abc1234`, **stale** |\n| P3 | 2026-11-15 `abc1234` |')
  expect(rows('Test=id | Runs=n')).toContain('| R5, **stale** | **2,000** |\n| P3 | 15 |')
})

test('PROOF-5 ignores marks of stale results when comparing a page with the results, because they change with the code', () => {
  expect(differences([R5], page(withTables([R5], blank, FRESH)))).toEqual([])
  expect(differences([R5], page(withTables([R5], blank, () => true)))).toEqual([])
})

test('finds a result that no page shows, and a page that shows a missing result', () => {
  const written = withTables([R5], blank, FRESH)
  expect(differences([R5, P3], page(written))).toEqual(['docs/assurance/proof/results.json: P3 is shown by no page'])
  expect(() => withTables([P3], blank, FRESH)).toThrow('unknown result R5')
  expect(() => withTables([R5], blank.replace('Lost=lost', 'Lost=loss'), FRESH)).toThrow('unknown column loss')
})

test('supports ranges and wildcards to select several results', () => {
  const all = ['R2', 'R10', 'R12', 'R2.small', 'R2.large'].map((id) => ({ ...R5, id }))
  const rows = (wanted: string) =>
    [...withTables(all, `<!-- results: ${wanted} | Test=id -->\n<!-- /results -->`, FRESH).matchAll(/^\| (R\S+)/gm)].map(
      (match) => match[1],
    )
  expect(rows('R1-R10')).toEqual(['R2', 'R10'])
  expect(rows('R12 R2.*')).toEqual(['R12', 'R2.small', 'R2.large'])
})

test('returns 3/n as the upper bound of a rate, but only if nothing failed', () => {
  expect(bound({ n: 50_000, lost: 0, doubled: 0 })).toBe('0.006 %')
  expect(bound({ n: 79, lost: 0, doubled: 0 })).toBe('3.8 %')
  expect(bound({ n: 2, lost: 0, doubled: 0 })).toBe('–')
  expect(bound({ n: 50_000, lost: 1, doubled: 0 })).toBe('–')
})

test('derives whether the target was met from the value, interval, target and limit', () => {
  const of = (change: Partial<ProofResult>) => verdict({ ...P3, ...change })
  expect(of({})).toBe('**limit broken**')
  expect(of({ value: 1.3, interval: [1.2, 1.6] })).toBe('target missed, limit kept')
  expect(of({ value: 1.2, interval: [1.1, 1.3] })).toBe('reached')
  expect(of({ value: 1.2, interval: [1.1, 1.6] })).toBe('median reached; the interval is too wide to be sure')
  expect(of({ better: 'more', value: 0.3, target: 0.35, limit: 0.2, interval: [0.2, 0.4] })).toBe('target missed, limit kept')
  expect(of({ better: 'more', value: 0.4, target: 0.35, limit: 0.2, interval: [0.33, 0.5] })).toBe('reached')
})

test('replaces the previous run with the recorded one, including its figures and note', () => {
  const noted = { ...R5, note: 'Small size' }
  const run: Measured = { n: 50, lost: 1, doubled: 0 }
  const [entry, other] = withRun([noted, P3], 'R5', run, { ...RUN, commit: 'def5678', load: '1 to 2' })
  expect(entry).toMatchObject({ what: 'reply lost', target: 2000, commit: 'def5678', n: 50, lost: 1 })
  expect(entry?.note).toBeUndefined()
  expect(entry?.figures).toBeUndefined()
  expect(entry?.earlier).toEqual([{ ...RUN, n: 2000, lost: 0, doubled: 0, figures: { slowestDrainMs: 2900 }, note: 'Small size' }])
  expect(other).toBe(P3)
  const added = withRun([R5, P3], 'R5.small', { what: 'reply lost, small', n: 5 }, RUN)
  expect(added.map(({ id }) => id)).toEqual(['R5', 'R5.small', 'P3'])
})

test('refuses results with an unknown field, a bad commit or a duplicate ID', () => {
  expect(parseResults(JSON.stringify([R5, P3]))).toHaveLength(2)
  expect(() => parseResults(JSON.stringify([{ ...R5, runs: 3 }]))).toThrow('runs')
  expect(() => parseResults(JSON.stringify([{ ...R5, commit: 'today' }]))).toThrow('commit')
  expect(() => parseResults(JSON.stringify([R5, R5]))).toThrow('R5 is there twice')
})

test('matches the pages of docs/assurance/proof with docs/assurance/proof/results.json', () => {
  expect(readResults().length).toBeGreaterThan(100)
  expect(differences()).toEqual([])
})
