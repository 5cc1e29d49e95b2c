/** Names must not change, because reports are compared by name. */
export type IssueKind =
  | 'broken-json'
  | 'not-a-feature-collection'
  | 'not-a-feature'
  | 'unknown-category'
  | 'missing-property'
  | 'null-geometry'
  | 'wrong-geometry'
  | 'broken-coordinates'
  | 'broken-heights'
  | 'latitude-sign'
  | 'swapped-coordinates'
  | 'outside-bounds'
  | 'zero-coordinates'
  | 'empty-coordinates'
  | 'half-a-position'
  | 'reading-out-of-range'
  | 'number-out-of-range'
  | 'not-a-number'
  | 'unknown-word'
  | 'unknown-area'
  | 'other-spelling'
  | 'not-a-text'
  | 'not-a-date'
  | 'bad-colour'
  | 'incomplete-access'
  | 'incomplete-egress'
  | 'signal-better-than-readings'
  | 'position-disagrees'
  | 'duplicate-code'
  | 'duplicate-name'
  | 'unknown-landing-zone'
  | 'marker-off-trail'
  | 'length-differs'
  | 'stale-correction'
  | 'grid-not-used-there'
  | 'front-page-link'
  | 'sample-terrain'
  | 'broken-base-map'
  | 'broken-warning-feed'

/**
 * The treatment of the faulty value. `corrected`: replaced. `unknown`: shown as unknown. `refused`: the record or file was omitted. `kept`:
 * used as received, because no better value is known and the value isn't misleading.
 */
export type Outcome = 'corrected' | 'unknown' | 'refused' | 'kept'

export type Issue = {
  kind: IssueKind
  file: string
  /** The record's code or name, or '#12' for the twelfth feature if it has none. Empty if the issue concerns the whole file. */
  record: string
  field: string
  found: unknown
  outcome: Outcome
  detail: string
  /** True if `corrections.json` resolves the issue, or if the value is only an alternative spelling that the vocabulary contains. */
  settled: boolean
  /** Would fix the issue if a person confirms the value. Never applied automatically. */
  suggestion?: unknown
}

export type FoundIssue = Omit<Issue, 'file' | 'record' | 'settled' | 'field' | 'found'> &
  Partial<Pick<Issue, 'field' | 'found' | 'settled'>>
