/**
 * The map uses this module, because reading ten thousand records again after each change would be too slow. Screens with a few hundred
 * records use `useRecords`, which is simpler.
 */
import type { Kind } from '@trailwarden/api'
import { Dexie, type ObservabilitySet, RangeSet } from 'dexie'
import type { Device } from './device.ts'
import { mirrorOf } from './device-database.ts'
import type { ViewIn } from './kinds.ts'
import { readRecords } from './records.ts'

/** `put` has new or changed records with the person's queued changes applied. `gone` has the ids of records that no longer exist. */
export type RecordChanges<K extends Kind = Kind> = { put: ViewIn<K>[]; gone: string[] }

/** Above this number of changed records, reading all records again is faster. */
const ONE_BY_ONE = 200

const OWN_TABLES = ['outbox', 'sent', 'attention'] as const

/** The first call has all records, even if there are none. Later calls have the changes from all tabs. */
export function followRecords<K extends Kind>(device: Device, kind: K, onChange: (changes: RecordChanges<K>) => void): () => void {
  const { db } = device
  const mirrorName = mirrorOf(db, kind).name
  const known = new Set<string>()
  let own = new Set<string>()
  let isStopped = false
  let isReading = false
  let isFirst = true
  let next: { all: boolean; own: boolean; ids: Set<string> } | null = { all: true, own: true, ids: new Set() }

  const partOf = (parts: ObservabilitySet, table: string) => parts[`idb://${db.name}/${table}/`]

  function notice(parts: ObservabilitySet): void {
    const written = partOf(parts, mirrorName)
    const isOwn = OWN_TABLES.some((table) => partOf(parts, table))
    if (!written && !isOwn) return
    next ??= { all: false, own: false, ids: new Set() }
    next.own ||= isOwn
    // A range of several keys comes from a sweep or a tab that was asleep, and doesn't identify the changed records.
    for (const { from, to } of written ? RangeSet(written) : [])
      if (typeof from === 'string' && from === to) next.ids.add(from)
      else next.all = true
    void read()
  }

  async function ownIds(): Promise<Set<string>> {
    const [waiting, sent, attention] = await Promise.all([
      db.outbox.toArray(),
      db.sent.where('open').equals(1).toArray(),
      db.attention.toArray(),
    ])
    const commands = [...waiting, ...sent, ...attention.map((row) => row.waiting)].map(({ command }) => command)
    return new Set(commands.flatMap((command) => (command.kind === kind ? [command.recordId] : [])))
  }

  async function readAll(): Promise<RecordChanges<K>> {
    const put = await readRecords(device, { kind })
    const there = new Set(put.map(({ id }) => id))
    return { put, gone: [...known].filter((id) => !there.has(id)) }
  }

  async function readSome(ids: Iterable<string>): Promise<RecordChanges<K>> {
    const changes: RecordChanges<K> = { put: [], gone: [] }
    const views = await Promise.all([...ids].map(async (id) => ({ id, view: await device.readView(kind, id) })))
    for (const { id, view } of views)
      if (view) changes.put.push(view)
      else if (known.has(id)) changes.gone.push(id)
    return changes
  }

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      while (next && !isStopped) {
        const { all, own: isOwn, ids } = next
        next = null
        const before = own
        const [everything, waiting] = await Promise.all([all ? readAll() : null, isOwn ? ownIds() : own])
        own = waiting
        // A record without queued changes is read again too, because its changes may have been discarded.
        if (isOwn) for (const id of [...before, ...own]) ids.add(id)
        const changes = everything ?? (await (ids.size > ONE_BY_ONE ? readAll() : readSome(ids)))
        if (isStopped) return
        for (const { id } of changes.put) known.add(id)
        for (const id of changes.gone) known.delete(id)
        if (isFirst || changes.put.length + changes.gone.length > 0) onChange(changes)
        isFirst = false
      }
    } catch (error) {
      // A logout during a read closes the database, so the failed read isn't an error.
      if (!isStopped) console.error('records are not followed', error)
    } finally {
      isReading = false
    }
  }

  Dexie.on('storagemutated', notice)
  void read()
  return () => {
    isStopped = true
    Dexie.on.storagemutated.unsubscribe(notice)
  }
}
