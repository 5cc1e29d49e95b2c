/** Whose words went over whose: found by comparing what this person's command set with what a newer version holds. */

import type { Command, Document } from '@trailwarden/api'
import { isSameValue } from '@trailwarden/domain'
import type { Data, Notice, Sent } from './device-state.ts'

/**
 * Which of this person's acknowledged values a newer version holds differently. Each is told once: the fields go to the row's `told`.
 * Of several own commands on a field only the newest counts, those in `offeredAgain` included: going over one's own words is no news.
 */
export function noteReplaced(sent: readonly Sent[], documents: readonly Document[], offeredAgain: readonly Command[] = []) {
  const byRecord = new Map(documents.map((document) => [`${document.kind} ${document.id}`, document]))
  const notices: Notice[] = []
  const ownLater = new Set(offeredAgain.flatMap((command) => Object.keys(command.patch).map((field) => `${command.recordId} ${field}`)))
  const rows = [...sent]
    .sort((a, b) => b.command.n - a.command.n)
    .map((row) => {
      const { id: commandId, kind, recordId, patch } = row.command
      const document = byRecord.get(`${kind} ${recordId}`)
      if (!document) return row
      const data = document.data as Data
      const fields = Object.keys(patch).filter((field) => {
        const key = `${recordId} ${field}`
        if (ownLater.has(key)) return false
        ownLater.add(key)
        const isNews = field in data && document.version > row.version && !row.told.includes(field)
        return isNews && !isSameValue(data[field], patch[field])
      })
      if (fields.length === 0) return row
      notices.push({ commandId, kind, recordId, what: 'was-replaced', fields, version: document.version })
      return { ...row, told: [...row.told, ...fields] }
    })
  return { rows, notices }
}
