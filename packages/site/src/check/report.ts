import type { SiteCheck } from './check.ts'
import type { Issue, Outcome } from './issue.ts'

const WORDS: Record<Outcome, string> = { corrected: 'corrected', unknown: 'shown as unknown', refused: 'refused', kept: 'kept as received' }

/** A site without open issues can be published. */
export const openIssues = (issues: readonly Issue[]) => issues.filter(({ settled }) => !settled)

function line({ record, field, kind, found, outcome, detail, settled, suggestion }: Issue): string {
  const where = [record, field].filter(Boolean).join(' ')
  const value = found === null || found === undefined ? '' : ` ${JSON.stringify(found).slice(0, 60)}`
  const hint = suggestion === undefined || settled ? '' : ` (perhaps ${JSON.stringify(suggestion)})`
  return `  ${settled ? ' ' : '!'} ${where ? `${where}: ` : ''}${kind}${value} -> ${WORDS[outcome]}: ${detail}${hint}`
}

/** A '!' marks an open issue. Spellings are only counted. */
export function textReport({ site, records, issues }: SiteCheck): string {
  const spellings = issues.filter(({ kind }) => kind === 'other-spelling')
  const telling = issues.filter(({ kind }) => kind !== 'other-spelling')
  const open = openIssues(issues).length
  const counts = Object.entries(records).map(([kind, all]) => `${all.length} ${kind}`)
  const byFile = [...Map.groupBy(telling, ({ file }) => file)].flatMap(([file, all]) => [file, ...all.map(line)])
  return [
    `${site.label}: ${counts.join(', ')}`,
    ...byFile,
    ...(spellings.length > 0 ? [`${spellings.length} phrases with another spelling were recognised`] : []),
    open === 0 ? 'No open issues.' : `Open issues: ${open}. Correct the files, or add entries to corrections.json.`,
  ].join('\n')
}
