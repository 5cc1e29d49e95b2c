/** What became of every record of an export, in words, for the screen and as a file. */
import type { Correction } from './old-values.ts'

/** `differs`: there already, and the export has something else, which was not taken over what is here. */
type Outcome = 'taken' | 'corrected' | 'there already' | 'differs' | 'left'
const OUTCOMES = ['taken', 'corrected', 'there already', 'differs', 'left'] as const satisfies readonly Outcome[]

export type Line = {
  collection: string
  oldId: string
  /** By what people know it: a name, or a number and what it is about. */
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

/** Of a record that came over. */
export const taken = (collection: string, oldId: string, label: string, issues: Correction[]): Line => ({
  collection,
  oldId,
  label,
  outcome: issues.length > 0 ? 'corrected' : 'taken',
  issues,
})

const countOf = (lines: readonly Line[], outcome: Outcome) => lines.filter((line) => line.outcome === outcome).length

/** What a person must look at, then the counts of each collection. */
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

// Excel runs a cell that begins like a formula, whoever typed it; the apostrophe says that it is text.
const cell = (text: string) => `"${(/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** One line for each issue, and one for each record without any. */
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
  // The byte order mark is for Excel, which would otherwise not read it as UTF-8.
  return `\uFEFF${[['Collection', 'Old ID', 'Record', 'Outcome', 'Field', 'What and why'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
