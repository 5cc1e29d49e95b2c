import { createHash } from 'node:crypto'
import { sql } from 'kysely'

/** PostgreSQL rejects queries that compare a uuid column with text that isn't a uuid, so check values from clients first. */
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** An old id always gives one new id, so importing a file or backup a second time adds nothing. */
export function uuidFrom(kind: string, oldId: string): string {
  if (isUuid(oldId)) return oldId.toLowerCase()
  const hex = createHash('sha256').update(`${kind} ${oldId}`).digest('hex')
  // Version 8 UUIDs (RFC 9562) are for custom ids.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** The list may be empty, which SQL's `in` doesn't allow. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`
