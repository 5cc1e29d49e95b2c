import type { Refusal } from '@trailwarden/domain'

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')

/** A violated table constraint is a refusal, like one from a rule; null for any other error. */
export function refusalOf(error: unknown): Refusal | null {
  // Class 23: unique, foreign key, check and not-null violations; class 22: values that a column cannot hold. The detail names no
  // values: they may be personal.
  if (!/^2[23]...$/.test(codeOf(error))) return null
  return { code: 'not-valid', detail: 'the database refused the record' }
}

const OUT_OF_REACH = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // A standby, or a primary that has just become one.
  '25006',
  '40001',
  '40P01',
  '55P03',
  '58030',
])

/** True when the same request may well succeed a little later: PostgreSQL is restarting, full, led from elsewhere, or two writers collided. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  // 08: connection lost; 53: no room on its disk, in its memory or for another connection; 57: shut down or cancelled. The pool's own
  // time-outs, pg's lost connection and Kysely's discarded one carry no code.
  return (
    OUT_OF_REACH.has(code) ||
    /^(08|53|57)...$/.test(code) ||
    (error instanceof Error &&
      /timeout (exceeded|expired)|read timeout|Connection terminated|not queryable|connection has been discarded/i.test(error.message))
  )
}
