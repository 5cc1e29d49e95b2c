/**
 * `npm run proof` writes the tables between `<!-- results: R1-R12 P3.* | Fault test=id | Runs=n | … -->` and `<!-- /results -->`. The first
 * comment names the results, then the columns, each with a heading and a key of CELLS or the name of a figure. Results whose code has
 * changed since are marked as stale (proof-age.ts).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type IsStale, openAges } from './proof-age.ts'
import { type Measured, type ProofResult, readResults, startRun } from './proof-results.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGES = ['README.md', 'docs/assurance/proof/*.md']
const TABLE = /<!-- results: ([^>]*?) -->\n([\s\S]*?)<!-- \/results -->/g
const NOTHING = '–'
const STALE = ', **stale**'
/** The mark goes beside the first of these columns, or in the row's first cell if a table has none of them. */
const AGED_COLUMNS = ['run', 'commit', 'date']
/** A run counts as meeting its target if the worse end of its interval is within this factor. */
const TOLERANCE = 1.1
const SHOWN_EARLIER = 2

const number = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 3 })

function amount(value: number | string | undefined, unit = ''): string {
  if (value === undefined) return NOTHING
  if (typeof value === 'string') return value
  return unit === '×' ? `${number(value)}×` : `${number(value)} ${unit}`.trim()
}

/** Ratios have two digits, including a trailing zero. */
const measured = (value: number, unit = '') => (unit === '×' ? `${value.toFixed(2)}×` : amount(value, unit))

const range = ([low, high]: readonly [number, number]) => `interval ${low.toFixed(2)} – ${high.toFixed(2)}`

/** With 0 failures in n runs, the rate is below 3/n with 95 % confidence. */
export function bound({ n, lost, doubled }: Pick<ProofResult, 'n' | 'lost' | 'doubled'>): string {
  if (n === undefined || lost === undefined || lost + (doubled ?? 0) > 0 || n <= 3) return NOTHING
  return `${Number((300 / n).toPrecision(2))} %`
}

export function verdict({ value, interval, target, limit, better = 'less' }: ProofResult): string {
  if (value === undefined || (target ?? limit) === undefined) return NOTHING
  const within = (one: number, of: number) => (better === 'less' ? one <= of : one >= of)
  if (typeof limit === 'number' && !within(value, limit)) return '**limit broken**'
  if (typeof target !== 'number') return 'limit kept'
  if (!within(value, target)) return typeof limit === 'number' ? 'target missed, limit kept' : 'target missed'
  const [worse, tolerated] = better === 'less' ? [interval?.[1], target * TOLERANCE] : [interval?.[0], target / TOLERANCE]
  return worse === undefined || within(worse, tolerated) ? 'reached' : 'median reached; the interval is too wide to be sure'
}

const sides = ({ sides }: Pick<ProofResult, 'sides'>) => (sides ? `(${number(sides.ours)} / ${amount(sides.bare, sides.unit)})` : '')

function value({ value, unit, interval, ...run }: Pick<ProofResult, 'value' | 'unit' | 'interval' | 'sides'>): string {
  if (value === undefined) return NOTHING
  return `**${measured(value, unit)}** ${sides(run)}`.trim() + (interval ? `, ${range(interval)}` : '')
}

/** Formats `slowestDrainMs: 2900` as "slowest drain 2.9 s". */
function figure(name: string, of: number | string): string {
  const [, stem = name, unit = ''] = /^(.*)(Ms|Mb|Kb)$/.exec(name) ?? []
  // Addresses stay as they are.
  const words = name.startsWith('/') ? name : stem.replaceAll(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`)
  if (typeof of === 'string') return `${words} ${of}`
  if (unit === 'Ms' && of >= 1000) return `${words} ${number(of / 1000)} s`
  return `${words} ${number(of)} ${unit.replace('Ms', 'ms').replace('Mb', 'MB').replace('Kb', 'kB')}`.trim()
}

function before({ earlier = [], unit }: ProofResult): string[] {
  return earlier.slice(0, SHOWN_EARLIER).map((run) => {
    const counts = [
      run.n && `n ${number(run.n)}`,
      run.lost !== undefined && `lost ${run.lost}`,
      run.doubled !== undefined && `doubled ${run.doubled}`,
    ]
    const reported = [run.value !== undefined && value({ ...run, unit }).replaceAll('**', ''), ...counts, run.load && `load ${run.load}`]
    return `Before (\`${run.commit}\`): ${[...reported.filter(Boolean), run.note].filter(Boolean).join(', ')}`
  })
}

const asSentences = (parts: readonly (string | undefined)[]) =>
  parts
    .filter((part) => part !== undefined)
    .filter((part) => part !== '')
    .map((part) => `${part[0]?.toUpperCase()}${part.slice(1)}`.replace(/\.?$/, '.'))
    .join(' ')

const code = (text: string) => (text.includes('`') ? text : `\`${text}\``)

const CELLS: Record<string, (result: ProofResult, shownElsewhere: ReadonlySet<string>) => string> = {
  id: ({ id }) => id,
  test: ({ id }) => id.split('.')[0] ?? id,
  what: ({ what }) => what,
  against: ({ against }) => against ?? NOTHING,
  // Bold means that the target was met.
  n: ({ n, target, value }) =>
    n !== undefined && value === undefined && typeof target === 'number' && n >= target ? `**${number(n)}**` : amount(n),
  lost: ({ lost }) => amount(lost),
  doubled: ({ doubled }) => amount(doubled),
  bound,
  value,
  ratio: ({ value, unit }) => (value === undefined ? NOTHING : `**${measured(value, unit)}**`),
  interval: ({ interval }) => (interval ? range(interval).replace('interval ', '') : NOTHING),
  ours: ({ sides }) => amount(sides?.ours, sides?.unit),
  bare: ({ sides }) => amount(sides?.bare, sides?.unit),
  target: ({ target, unit, better, value }) =>
    `${typeof target === 'number' && value !== undefined ? (better === 'more' ? '≥ ' : '≤ ') : ''}${amount(target, unit)}`,
  limit: ({ limit, unit }) => amount(limit, unit),
  verdict,
  earlier: ({ earlier, unit }) => (earlier?.[0]?.value === undefined ? NOTHING : measured(earlier[0].value, unit)),
  load: ({ load }) => load ?? NOTHING,
  date: ({ date }) => date,
  commit: ({ commit }) => code(commit),
  run: ({ date, commit }) => `${date} \`${commit}\``,
  command: ({ command }) => code(command),
  note: ({ holds, figures = {}, limitedBy, note, ...result }, shown) => {
    const rest = Object.entries(figures).filter(([name]) => !shown.has(name))
    const counted = rest.map(([name, of]) => figure(name, of)).join(', ')
    return asSentences([holds, counted, note, limitedBy && `Limited by ${limitedBy}`, ...before(result)])
  },
}

function chosen(results: readonly ProofResult[], wanted: string): ProofResult[] {
  return wanted.split(/[\s,]+/).flatMap((token) => {
    const [, family, from, to] = /^([A-Z]+)(\d+)-[A-Z]*(\d+)$/.exec(token) ?? []
    const found = family
      ? results.filter(({ id }) => {
          const [, prefix, digits] = /^([A-Z]+)(\d+)$/.exec(id) ?? []
          return prefix === family && Number(digits) >= Number(from) && Number(digits) <= Number(to)
        })
      : results.filter(({ id }) => (token.endsWith('.*') ? id.startsWith(token.slice(0, -1)) : id === token))
    if (found.length === 0) throw new Error(`unknown result ${token}`)
    return found
  })
}

function table(results: readonly ProofResult[], marker: string, isStale: IsStale, onShown: (id: string) => void): string {
  const [wanted = '', ...columns] = marker.split('|').map((part) => part.trim().replaceAll(/\s+/g, ' '))
  const rows = chosen(results, wanted)
  for (const { id } of rows) onShown(id)
  const heads = columns.map((column) => column.slice(0, column.lastIndexOf('=')))
  const keys = columns.map((column) => column.slice(column.lastIndexOf('=') + 1))
  const shown = new Set(keys)
  const cell = (row: ProofResult, key: string): string => {
    const show = CELLS[key]
    if (show) return show(row, shown)
    if (!rows.some(({ figures, earlier = [] }) => [{ figures }, ...earlier].some((run) => run.figures && key in run.figures)))
      throw new Error(`unknown column ${key}`)
    // A seed is a name, not an amount.
    return key === 'seed' ? String(row.figures?.[key] ?? NOTHING) : amount(row.figures?.[key])
  }
  const aged = Math.max(
    0,
    keys.findIndex((key) => AGED_COLUMNS.includes(key)),
  )
  const cellsOf = (row: ProofResult) => keys.map((key, n) => cell(row, key) + (n === aged && isStale(row) ? STALE : ''))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map((row) => line(cellsOf(row)))].join('\n')
}

export function withTables(
  results: readonly ProofResult[],
  page: string,
  isStale: IsStale,
  onShown: (id: string) => void = () => undefined,
): string {
  const written = (marker: string) => table(results, marker, isStale, onShown)
  return page.replaceAll(TABLE, (_, marker: string) => `<!-- results: ${marker} -->\n${written(marker)}\n<!-- /results -->`)
}

type Page = { name: string; text: string }

const readPages = (): Page[] => globSync(PAGES, { cwd: ROOT }).map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }))

/** Marks of stale results change with the code, so they aren't differences. */
export function differences(results: readonly ProofResult[] = readResults(), pages: readonly Page[] = readPages()): string[] {
  const shown = new Set<string>()
  const found: string[] = []
  const linesOf = (text: string) => text.replaceAll(STALE, '').split('\n')
  for (const { name, text } of pages) {
    const written = withTables(
      results,
      text,
      () => false,
      (id) => shown.add(id),
    )
    const [now, then] = [linesOf(text), linesOf(written)]
    const at = then.findIndex((line, n) => line !== now[n])
    if (at !== -1 || now.length !== then.length)
      found.push(
        `${name}:${at + 1}: the table is not what docs/assurance/proof/results.json says (npm run proof writes it): ${then[at] ?? ''}`,
      )
  }
  return [
    ...found,
    ...results.filter(({ id }) => !shown.has(id)).map(({ id }) => `docs/assurance/proof/results.json: ${id} is shown by no page`),
  ]
}

function writePages(): string[] {
  const [results, isStale] = [readResults(), openAges()]
  for (const { name, text } of readPages()) {
    const now = withTables(results, text, isStale)
    if (now !== text) writeFileSync(join(ROOT, name), now)
  }
  return results.filter(isStale).map(({ id }) => id)
}

/** Call this function before a run. The returned function writes results and pages. */
export function startRecording(): (command: string, rows: Record<string, Measured>) => void {
  const record = startRun()
  return (command, rows) => {
    record(command, rows)
    writePages()
  }
}

if (import.meta.main) {
  const stale = writePages()
  console.log(`${stale.length} stale${stale.length > 0 ? `: ${stale.join(', ')}` : ''}`)
}
