/**
 * Works while the server runs. Each copy is read back and compared before the original is removed. If the process is killed, nothing is
 * lost, and the next run continues.
 */
import type { Db } from '#db/database.ts'
import { lockPhoto } from '#db/records/photo-claims.ts'
import type { BlobStore } from '#files/blob-store.ts'
import { blobNames } from '#files/photo-store.ts'

export type PhotoMove = { moved: number; bytes: number; wereThere: number; missing: string[] }

const PAGE = 200

export async function movePhotos({ db, from, to }: { db: Db; from: BlobStore; to: BlobStore }): Promise<PhotoMove> {
  const result: PhotoMove = { moved: 0, bytes: 0, wereThere: 0, missing: [] }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db
      .selectFrom('photos')
      .select('id')
      .where('storedAt', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { id } of page) {
      const outcome = await movePhoto(db, from, to, id)
      if (outcome === 'missing') result.missing.push(id)
      else if (outcome === 0) result.wereThere++
      else if (outcome) {
        result.moved++
        result.bytes += outcome
      }
    }
    const last = page.at(-1)
    if (!last) return result
    after = last.id
  }
}

/** Null if the photo has been removed since. The row is locked, so nobody can remove or store the photo during the move. */
function movePhoto(db: Db, from: BlobStore, to: BlobStore, id: string): Promise<number | 'missing' | null> {
  return db.transaction().execute(async (tx) => {
    const photo = await lockPhoto(tx, id)
    if (!photo) return null
    const names = blobNames(photo.file)
    let moved = 0
    for (const name of names) {
      const bytes = await from.get(name)
      if (!bytes) continue
      await to.put(name, bytes)
      const copy = await to.get(name)
      if (!copy?.equals(bytes)) throw new Error(`The copy of ${name} differs from the photo. Nothing was removed; run the command again.`)
      moved += bytes.length
    }
    // A photo needs at least its standard size.
    if (!(await to.get(photo.file))) return 'missing'
    for (const name of names) await from.remove(name)
    return moved
  })
}
