import { createHash } from 'node:crypto'

/** PostgreSQL refuses a query that compares a uuid column with any other text: check what a client sent first. */
export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/**
 * Our id of what has another one elsewhere. The same old id always gives the same id of ours, whatever backup was restored and however
 * often a file is exported: bringing it over twice adds nothing.
 */
export function uuidFrom(kind: string, oldId: string): string {
  if (isUuid(oldId)) return oldId.toLowerCase()
  const hex = createHash('sha256').update(`${kind} ${oldId}`).digest('hex')
  // Version 8 of RFC 9562: of our own making.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
