import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { startTestBucket } from '@trailwarden/testkit/servers/object-store'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { newPhotoRow } from '#db/records/photo-claims.ts'
import { type BlobStore, blobsBeingMoved, folderBlobs } from '#files/blob-store.ts'
import { bucketBlobs } from '#files/bucket-blobs.ts'
import { directoryStore, photoStore } from '#files/photo-store.ts'
import { createTestServer } from '#testing/test-server.ts'
import { movePhotos } from './move-photos.ts'

const hashOf = (bytes: Buffer | null) => bytes && createHash('sha256').update(bytes).digest('hex')

/** Half of the photos also have a small size. The others have only one size, like photos from older apps. */
async function createPhotos(db: Db, folder: string, count: number): Promise<Map<string, string | null>> {
  const store = directoryStore(folder)
  const photos = new Map<string, string | null>()
  for (let n = 0; n < count; n++) {
    const row = { ...newPhotoRow(randomUUID(), randomUUID(), new Date()), sentHash: randomBytes(32), storedAt: new Date() }
    await db.insertInto('photos').values(row).execute()
    const bytes = randomBytes(2000 + n)
    if (n % 2) await store.put(row.file, randomBytes(100), 'small')
    await store.put(row.file, bytes)
    photos.set(row.file, hashOf(bytes))
  }
  return photos
}

async function createPhotosToMove(count: number) {
  const { database, config } = await createTestServer()
  const bucket = await startTestBucket()
  onTestFinished(() => bucket.stop())
  const photos = await createPhotos(database.db, config.PHOTOS_DIR, count)
  const [folder, to] = [folderBlobs(config.PHOTOS_DIR), bucketBlobs(bucket)]
  const readAll = async (blobs: BlobStore) => {
    const store = photoStore(blobs, config.PHOTOS_DIR)
    const read = new Map<string, string | null>()
    for (const file of photos.keys()) read.set(file, hashOf(await store.get(file)))
    return read
  }
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    DEV_MAIL: 'true',
    DATABASE_URL: config.DATABASE_URL,
    PHOTOS_DIR: config.PHOTOS_DIR,
    PHOTOS_S3_ENDPOINT: bucket.endpoint,
    PHOTOS_S3_KEY_ID: bucket.keyId,
    PHOTOS_S3_SECRET: bucket.secret,
  }
  return { db: database.db, folder, to, photos, readAll, root: config.PHOTOS_DIR, environment }
}

const filesIn = async (root: string) => (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.jpg'))

test('OPS-BUCKET moves all photos to the bucket and back, moves none twice, and lists a photo whose file is missing', async () => {
  const { db, folder, to, photos, readAll, root } = await createPhotosToMove(40)
  expect(await movePhotos({ db, from: folder, to })).toMatchObject({ moved: 40, wereThere: 0, missing: [] })
  expect(await filesIn(root)).toEqual([])
  expect(await readAll(to)).toEqual(photos)
  expect(await movePhotos({ db, from: folder, to })).toEqual({ moved: 0, bytes: 0, wereThere: 40, missing: [] })
  const [lost = ''] = photos.keys()
  await to.remove(lost)
  const { missing } = await movePhotos({ db, from: folder, to })
  expect(missing).toHaveLength(1)
  photos.delete(lost)
  expect(await movePhotos({ db, from: to, to: folder })).toMatchObject({ moved: 39 })
  expect(await readAll(folder)).toEqual(photos)
})

/** From the n-th call on, all calls fail, as if the process had been killed. */
function killedAt(blobs: BlobStore, calls: { left: number }): BlobStore {
  const step = <T>(work: () => Promise<T>): Promise<T> => {
    if (calls.left-- <= 0) throw new Error('killed')
    return work()
  }
  return {
    put: (name, bytes) => step(() => blobs.put(name, bytes)),
    get: (name) => step(() => blobs.get(name)),
    remove: (name) => step(() => blobs.remove(name)),
  }
}

test('OPS-BUCKET if the move stops at any step, every photo can still be read and the next run continues', async () => {
  const { db, folder, to, photos, readAll, root } = await createPhotosToMove(12)
  for (let stops = 0; ; stops++) {
    // Fails one call later each time, to cover every step of moving a photo.
    const calls = { left: 5 + stops }
    const end = await movePhotos({ db, from: killedAt(folder, calls), to: killedAt(to, calls) }).catch((error: Error) => error)
    expect(await readAll(blobsBeingMoved(to, folder))).toEqual(photos)
    if (!(end instanceof Error)) {
      expect(stops).toBeGreaterThan(10)
      break
    }
    expect(end.message).toBe('killed')
  }
  expect(await filesIn(root)).toEqual([])
  expect(await readAll(to)).toEqual(photos)
})

test('OPS-BUCKET a move that is killed at random moments and restarted loses nothing and moves every photo to the bucket', async () => {
  const { photos, readAll, root, folder, to, environment } = await createPhotosToMove(150)
  const command = () => spawn(process.execPath, ['apps/server/src/ops.ts', 'photos', 'move'], { env: environment, stdio: 'ignore' })
  for (let kills = 0; kills < 4; kills++) {
    const child = command()
    const ended = once(child, 'exit')
    const before = (await filesIn(root)).length
    await expect.poll(() => filesIn(root).then((files) => files.length), { interval: 5, timeout: 20_000 }).toBeLessThan(before)
    child.kill('SIGKILL')
    await ended
    expect((await filesIn(root)).length).toBeGreaterThan(0)
    expect(await readAll(blobsBeingMoved(to, folder))).toEqual(photos)
  }
  const [code] = await once(command(), 'exit')
  expect(code).toBe(0)
  expect(await filesIn(root)).toEqual([])
  expect(await readAll(to)).toEqual(photos)
}, 120_000)
