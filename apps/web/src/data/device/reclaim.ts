/**
 * Recovers changes that a person left on this device under an earlier account. A restored server may have lost a new account. If the person
 * then registers again with the same email address, they get a new id and therefore a new database on this device. Their changes are moved
 * to that database and sent to the server again.
 *
 * This happens only after a restore. Otherwise, nobody needs to register again, and a person who registers with an address that someone
 * else gave up must not receive that person's changes.
 */
import { reofferAll, type Waiting } from '@trailwarden/sync'
import { type DeviceDatabase, perform, readPosition, withOtherDatabases } from './device-database.ts'

type Owner = { id: string; email: string }

/** Returns a fingerprint, so that the device doesn't store the address itself. Returns null if the browser can't create one (no https). */
async function fingerprintOf(email: string): Promise<string | null> {
  if (!globalThis.crypto.subtle) return null
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`trailwarden ${email.trim().toLowerCase()}`))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ownerOf = async (db: DeviceDatabase) => (await db.meta.get('owner'))?.owner

/**
 * Records who owns this database. If the database has no receipt, this copies the receipt from an earlier database of the same person. When
 * the device sends that receipt to a restored server, the server detects the restore.
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

/** Moves changes that the same person left under an earlier account to the current one. Returns the number of commands moved. */
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
      // Copies first and deletes afterwards, because there are two databases. After a crash in between, the next call repeats both steps.
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
