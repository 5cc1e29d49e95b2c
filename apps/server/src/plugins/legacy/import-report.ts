import type { Correction } from './old-values.ts'

/** `differs`: the record already exists, and the import didn't apply the different version in the export. */
type Outcome = 'taken' | 'corrected' | 'there already' | 'differs' | 'left'
const OUTCOMES = ['taken', 'corrected', 'there already', 'differs', 'left'] as const satisfies readonly Outcome[]

export type Line = {
  collection: string
  oldId: string
  label: string
  outcome: Outcome
  issues: Correction[]
}

export const left = (collection: string, oldId: string, label: string, detail: string): Line => ({
  collection,
  oldId,
  label,
  outcome: 'left',
  issues: [{ field: '', detail }],
})

export const taken = (collection: string, oldId: string, label: string, issues: Correction[]): Line => ({
  collection,
  oldId,
  label,
  outcome: issues.length > 0 ? 'corrected' : 'taken',
  issues,
})

const countOf = (lines: readonly Line[], outcome: Outcome) => lines.filter((line) => line.outcome === outcome).length

export function reportText(lines: readonly Line[]): string {
  const notable = lines.filter(({ issues }) => issues.length > 0)
  const reported = notable.flatMap(({ collection, oldId, label, outcome, issues }) =>
    issues.map(({ detail }) => `${collection} ${oldId}${label && ` (${label})`}: ${outcome}: ${detail}`),
  )
  const counts = [...Map.groupBy(lines, ({ collection }) => collection)].map(([collection, all]) => {
    const each = OUTCOMES.map((outcome) => `${countOf(all, outcome)} ${outcome}`)
    return `${collection}: ${all.length} in the file, ${each.join(', ')}`
  })
  return [...reported, ...(reported.length > 0 ? [''] : []), ...counts].join('\n')
}

// Excel would run a cell that begins like a formula. The apostrophe makes Excel treat the cell as text.
const cell = (text: string) => `"${(/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export function reportCsv(lines: readonly Line[]): string {
  const rows = lines.flatMap(({ collection, oldId, label, outcome, issues }) =>
    (issues.length > 0 ? issues : [{ field: '', detail: '' }]).map(({ field, detail }) => [
      collection,
      oldId,
      label,
      outcome,
      field,
      detail,
    ]),
  )
  // The byte order mark makes Excel read the file as UTF-8.
  return `\uFEFF${[['Collection', 'Old ID', 'Record', 'Outcome', 'Field', 'What and why'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
