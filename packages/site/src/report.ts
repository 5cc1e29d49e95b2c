import type { SiteCheck } from './check.ts'
import type { Issue, Outcome } from './issue.ts'

const WORDS: Record<Outcome, string> = { corrected: 'corrected', unknown: 'shown as unknown', refused: 'refused', kept: 'kept as received' }

/** Issues that nobody has dealt with. A site with none of them is fit to publish. */
export const openIssues = (issues: readonly Issue[]) => issues.filter(({ settled }) => !settled)

function line({ record, field, kind, found, outcome, detail, settled, suggestion }: Issue): string {
  const where = [record, field].filter(Boolean).join(' ')
  const value = found === null || found === undefined ? '' : ` ${JSON.stringify(found).slice(0, 60)}`
  const hint = suggestion === undefined || settled ? '' : ` (perhaps ${JSON.stringify(suggestion)})`
  return `  ${settled ? ' ' : '!'} ${where ? `${where}: ` : ''}${kind}${value} -> ${WORDS[outcome]}: ${detail}${hint}`
}

/** The report for a person: by file, then as the records come; a '!' is something to deal with. Spellings are only counted. */
export function textReport({ site, records, issues }: SiteCheck): string {
  const spellings = issues.filter(({ kind }) => kind === 'other-spelling')
  const telling = issues.filter(({ kind }) => kind !== 'other-spelling')
  const open = openIssues(issues).length
  const counts = Object.entries(records).map(([kind, all]) => `${all.length} ${kind}`)
  const byFile = [...Map.groupBy(telling, ({ file }) => file)].flatMap(([file, all]) => [file, ...all.map(line)])
  return [
    `${site.label}: ${counts.join(', ')}`,
    ...byFile,
    ...(spellings.length > 0 ? [`${spellings.length} words in another spelling were read as ours`] : []),
    open === 0 ? 'Every fault is dealt with.' : `${open} to deal with: correct the files, or add an entry to corrections.json.`,
  ].join('\n')
}
