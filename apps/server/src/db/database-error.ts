import type { Refusal } from '@trailwarden/domain'

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')

/** Null unless the database rejected the values. */
export function refusalOf(error: unknown): Refusal | null {
  // Class 23: violations of unique, foreign key, check and not-null constraints. Class 22: values that a column can't hold. The detail
  // names no values, because values may be personal.
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
  // This server is a standby, but may have been the primary until a moment ago.
  '25006',
  '40001',
  '40P01',
  '55P03',
  '58030',
])

/** A repeated request may succeed if PostgreSQL is restarting or full, another server has become the primary, or two writers collided. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  // 08: connection lost. 53: no space on disk, in memory or for another connection. 57: shut down or cancelled. The pool's timeouts, pg's
  // lost connection and Kysely's discarded connection have no code.
  return (
    OUT_OF_REACH.has(code) ||
    /^(08|53|57)...$/.test(code) ||
    (error instanceof Error &&
      /timeout (exceeded|expired)|read timeout|Connection terminated|not queryable|connection has been discarded/i.test(error.message))
  )
}
