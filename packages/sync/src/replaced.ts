import type { Command, Document } from '@trailwarden/api'
import { isSameValue } from '@trailwarden/domain'
import type { Data, Notice, Sent } from './device-state.ts'

/**
 * Each value is reported once. If several of this user's commands set a field, only the latest counts. While one of them is `unanswered`,
 * the newer version may be its result, so the field isn't judged until the answer arrives.
 */
export function noteReplaced(sent: readonly Sent[], documents: readonly Document[], unanswered: readonly Command[]) {
  const byRecord = new Map(documents.map((document) => [`${document.kind} ${document.id}`, document]))
  const notices: Notice[] = []
  const newest = new Map<string, number>()
  for (const { kind, recordId, patch, n } of [...unanswered, ...sent.map(({ command }) => command)])
    for (const field in patch) {
      const key = `${kind} ${recordId} ${field}`
      newest.set(key, Math.max(n, newest.get(key) ?? 0))
    }
  const rows = sent.map((row) => {
    const { id: commandId, kind, recordId, patch, n } = row.command
    const document = byRecord.get(`${kind} ${recordId}`)
    if (!document || document.version <= row.version) return row
    const data = document.data as Data
    const fields = Object.keys(patch).filter((field) => {
      const isNews = newest.get(`${kind} ${recordId} ${field}`) === n && field in data && !row.told.includes(field)
      return isNews && !isSameValue(data[field], patch[field])
    })
    if (fields.length === 0) return row
    notices.push({ commandId, kind, recordId, what: 'was-replaced', fields, version: document.version })
    return { ...row, told: [...row.told, ...fields] }
  })
  return { rows, notices }
}
