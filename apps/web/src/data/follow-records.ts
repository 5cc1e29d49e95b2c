/**
 * Follows all records of a kind by their changes, for what cannot afford to read ten thousand again when one is new: the map.
 * Screens of a few hundred read with `useRecords`, which is simpler.
 */
import type { Kind } from '@trailwarden/api'
import type { View } from '@trailwarden/sync'
import { Dexie, type ObservabilitySet, RangeSet } from 'dexie'
import type { Device } from './device.ts'
import { mirrorOf } from './device-database.ts'
import { readRecords } from './records.ts'

/** `put`: new or changed, as the person sees them, with their own waiting changes laid over. `gone`: ids that are no longer there. */
export type RecordChanges = { put: View[]; gone: string[] }

/** Beyond this many changes at once, reading everything is quicker than one by one. */
const ONE_BY_ONE = 200

const OWN_TABLES = ['outbox', 'sent', 'attention'] as const

/** Tells of everything there is, be it nothing, then of every change, in this tab or another, until it is stopped. */
export function followRecords(device: Device, kind: Kind, onChange: (changes: RecordChanges) => void): () => void {
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
    // A range that is no single key (a sweep, or a tab that has slept): nobody knows which records it meant.
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

  async function readAll(): Promise<RecordChanges> {
    const put = await readRecords(device, { kind })
    const there = new Set(put.map(({ id }) => id))
    return { put, gone: [...known].filter((id) => !there.has(id)) }
  }

  async function readSome(ids: Iterable<string>): Promise<RecordChanges> {
    const changes: RecordChanges = { put: [], gone: [] }
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
        // What no longer waits is looked at too: the record may have lost what lay over it.
        if (isOwn) for (const id of [...before, ...own]) ids.add(id)
        const changes = everything ?? (await (ids.size > ONE_BY_ONE ? readAll() : readSome(ids)))
        if (isStopped) return
        for (const { id } of changes.put) known.add(id)
        for (const id of changes.gone) known.delete(id)
        if (isFirst || changes.put.length + changes.gone.length > 0) onChange(changes)
        isFirst = false
      }
    } catch (error) {
      // The database is closed when a person signs out while it is being read.
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
