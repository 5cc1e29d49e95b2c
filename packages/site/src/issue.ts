/** The kinds of issue the checker knows. Stable: reports are compared by them. */
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
 * What became of the faulty value: it was put right; it is shown as unknown; the record or file was left out; or it stands as received,
 * because nothing better is known and it misleads nobody.
 */
export type Outcome = 'corrected' | 'unknown' | 'refused' | 'kept'

export type Issue = {
  kind: IssueKind
  file: string
  /** The record's code or name, or '#12' for the twelfth feature when it has none. Empty for an issue of the whole file. */
  record: string
  field: string
  found: unknown
  outcome: Outcome
  detail: string
  /** Somebody has dealt with it: an entry of `corrections.json`, or a spelling that the vocabulary knows. */
  settled: boolean
  /** A value that would fix it, for a person to confirm. It is never used unasked. */
  suggestion?: unknown
}

export type FoundIssue = Omit<Issue, 'file' | 'record' | 'settled' | 'field' | 'found'> &
  Partial<Pick<Issue, 'field' | 'found' | 'settled'>>
