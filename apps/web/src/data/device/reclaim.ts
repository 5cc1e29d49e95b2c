/**
 * A restored server may have lost a new account. If the person registers again with the same email address, their new account gets the
 * changes from their old database. Changes move only after a restore, because otherwise the address may belong to someone else.
 */
import { reofferAll, type Waiting } from '@trailwarden/sync'
import { type DeviceDatabase, perform, readPosition, withOtherDatabases } from './device-database.ts'

type Owner = { id: string; email: string }

/** The device stores a fingerprint instead of the address. Without https, the browser can't create one and the result is null. */
async function fingerprintOf(email: string): Promise<string | null> {
  if (!globalThis.crypto.subtle) return null
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`trailwarden ${email.trim().toLowerCase()}`))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ownerOf = async (db: DeviceDatabase) => (await db.meta.get('owner'))?.owner

/**
 * If the database has no receipt, it gets the receipt from the person's earlier database. A restored server detects the restore when it
 * receives that receipt.
 */
export async function noteOwner(db: DeviceDatabase, { id, email }: Owner): Promise<void> {
  const owner = await fingerprintOf(email)
  if (owner === null) return
  if ((await ownerOf(db)) !== owner) await db.meta.put({ key: 'owner', owner })
  if ((await readPosition(db, id)).receipt) return
  await withOtherDatabases(id, async (other) => {
    const receipt = (await ownerOf(other)) === owner && (await other.meta.get('position'))?.position?.receipt
    if (!receipt) return
    await db.transaction('rw', db.meta, async () => {
      const position = await readPosition(db, id)
      if (!position.receipt) await db.meta.put({ key: 'position', position: { ...position, receipt } })
    })
  })
}

export async function reclaim(db: DeviceDatabase, { id, email }: Owner): Promise<number> {
  const owner = await fingerprintOf(email)
  let moved = 0
  await withOtherDatabases(id, async (other, otherId) => {
    if (owner === null || (await ownerOf(other)) !== owner) return
    const [{ epoch, role }, before] = await Promise.all([readPosition(db, id), readPosition(other, otherId)])
    if (epoch === null || epoch === before.epoch) return
    const [sent, outbox, attention, photos, drafts] = await Promise.all([
      other.sent.toArray(),
      other.outbox.toArray(),
      other.attention.toArray(),
      other.photos.toArray(),
      other.drafts.toArray(),
    ])
    const again = reofferAll(sent)
    const seenBy = (row: Waiting): Waiting => (role === before.role ? row : { ...row, seen: null })
    const rows = [...again.rows, ...outbox].map(seenBy).sort((a, b) => a.command.n - b.command.n)
    const refused = attention.map((row) => ({ ...row, waiting: seenBy(row.waiting), held: row.held.map(seenBy) }))
    await db.transaction('rw', [db.meta, db.outbox, db.sent, db.attention, db.photos, db.drafts], async () => {
      // The changes are copied first and deleted afterwards, because no transaction spans two databases. After a crash in between, the next
      // call repeats the copy and the deletion.
      const known = new Set(
        [
          ...(await db.outbox.toArray()),
          ...(await db.sent.toArray()),
          ...(await db.attention.toArray()).flatMap((row) => [row.waiting, ...row.held]),
        ].map(({ command }) => command.id),
      )
      const position = await readPosition(db, id)
      const put = rows
        .filter(({ command }) => !known.has(command.id))
        .map((row, i) => ({ ...row, command: { ...row.command, n: position.lastN + 1 + i } }))
      moved += put.length
      await perform(db, {
        position: { ...position, lastN: position.lastN + put.length },
        outbox: { put },
        attention: { put: refused.filter(({ waiting }) => !known.has(waiting.command.id)) },
      })
      const hasPhoto = new Set(await db.photos.toCollection().primaryKeys())
      const isAgain = new Set(again.photos.map((photo) => photo.id))
      await db.photos.bulkPut(
        photos
          .filter((photo) => !hasPhoto.has(photo.id))
          .map((photo) => (isAgain.has(photo.id) ? { ...photo, state: 'waiting' as const } : photo)),
      )
      const hasDraft = new Set(await db.drafts.toCollection().primaryKeys())
      await db.drafts.bulkPut(drafts.filter(({ key }) => !hasDraft.has(key)))
    })
    await other.transaction('rw', other.tables, async () => {
      for (const table of other.tables) await table.clear()
    })
  })
  return moved
}
