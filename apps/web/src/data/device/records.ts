/** A live query runs again when any tab changes data that the query has read, so each query reads as little as possible. */
import type { Kind } from '@trailwarden/api'
import { type Attention, type Sent, viewOf, type Waiting } from '@trailwarden/sync'
import type { Device } from './device.ts'
import { isReadable, mirrorOf } from './device-database.ts'
import { deviceKind, type RecordIn, type ViewIn } from './kinds.ts'

export type RecordQuery<K extends Kind = Kind> = {
  kind: K
  index?: { name: string; equals: string }
  where?: (data: RecordIn<K>) => boolean
}

/** A queued change can add a record to the result or remove one. */
export async function readRecords<K extends Kind>(
  device: Device,
  { kind, index, where = () => true }: RecordQuery<K>,
): Promise<ViewIn<K>[]> {
  const { db, person } = device
  const mirror = mirrorOf(db, kind)
  const [documents, waiting, sent, attention] = await Promise.all([
    (index ? mirror.where(`data.${index.name}`).equals(index.equals) : mirror).toArray(),
    db.outbox.toArray(),
    db.sent.where('open').equals(1).toArray(),
    db.attention.toArray(),
  ])
  const own = new Map<string, { waiting: Waiting[]; sent: Sent[]; attention: Attention[] }>()
  const of = (command: { kind: Kind; recordId: string }) => {
    const known = own.get(command.recordId) ?? { waiting: [], sent: [], attention: [] }
    if (command.kind === kind) own.set(command.recordId, known)
    return known
  }
  for (const row of waiting) of(row.command).waiting.push(row)
  for (const row of sent) of(row.command).sent.push(row)
  for (const row of attention) of(row.waiting.command).attention.push(row)

  const found = new Map(documents.filter(isReadable).map((document) => [document.id, document]))
  const missing = [...own.keys()].filter((id) => !found.has(id))
  if (missing.length > 0) for (const document of await mirror.bulkGet(missing)) if (isReadable(document)) found.set(document.id, document)
  const author = { id: person.id, name: person.displayName }
  const nothing = { waiting: [], sent: [], attention: [] }
  return [...new Set([...found.keys(), ...own.keys()])].flatMap((id) => {
    // The cast is safe because documents come from our server, and local changes have the same fields. Validating ten thousand records one
    // by one would be too slow.
    const view = viewOf({
      kind: deviceKind(kind).kind,
      id,
      document: found.get(id) ?? null,
      ...(own.get(id) ?? nothing),
      author,
    }) as ViewIn<K> | null
    return view && where(view.data) ? [view] : []
  })
}
