import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestBucket, type TestBucket } from '@trailwarden/testkit/servers/object-store'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bucketVersions } from '../ops/backup/photo-engines.ts'
import { blobsBeingMoved, folderBlobs } from './blob-store.ts'
import { bucketBlobs } from './bucket-blobs.ts'
import { newPhotoName, photoStore } from './photo-store.ts'

let bucket: TestBucket
beforeAll(async () => {
  bucket = await startTestBucket()
})
afterAll(() => bucket.stop())

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'photos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('OPS-BUCKET writes, reads (in each size), overwrites and removes a photo in a bucket as in a folder', async () => {
  const store = photoStore(bucketBlobs(bucket), await createFolder())
  const name = newPhotoName(randomUUID())
  const [bytes, small] = [randomBytes(300_000), randomBytes(4000)]
  expect(await store.get(name)).toBeNull()
  await store.put(name, small, 'small')
  await store.put(name, bytes)
  expect((await store.get(name))?.equals(bytes)).toBe(true)
  expect((await store.get(name, 'small'))?.equals(small)).toBe(true)
  expect((await store.get(name, 'large'))?.equals(bytes)).toBe(true)
  await store.put(name, small)
  expect((await store.get(name))?.equals(small)).toBe(true)
  await store.remove(name)
  await store.remove(name)
  expect([await store.get(name), await store.get(name, 'small')]).toEqual([null, null])
})

test('OPS-BUCKET a wrong key or an unreachable bucket causes an error and is never treated as a missing photo', async () => {
  const name = newPhotoName(randomUUID())
  const [wrongKey, gone] = [bucketBlobs({ ...bucket, secret: 'wrong' }), bucketBlobs({ ...bucket, endpoint: 'http://127.0.0.1:9/photos' })]
  for (const blobs of [wrongKey, gone]) {
    await expect(blobs.put(name, Buffer.from('x'))).rejects.toThrow()
    await expect(blobs.get(name)).rejects.toThrow()
    await expect(blobs.remove(name)).rejects.toThrow()
  }
})

test('OPS-BUCKET during a move, also reads and removes photos in the folder, and writes new ones to the bucket', async () => {
  const [folder, to] = [folderBlobs(await createFolder()), bucketBlobs(bucket)]
  const blobs = blobsBeingMoved(to, folder)
  const [old, fresh] = [newPhotoName(randomUUID()), newPhotoName(randomUUID())]
  await folder.put(old, Buffer.from('old'))
  await blobs.put(fresh, Buffer.from('fresh'))
  expect([await blobs.get(old), await blobs.get(fresh)].map(String)).toEqual(['old', 'fresh'])
  expect(await folder.get(fresh)).toBeNull()
  await blobs.remove(old)
  expect(await blobs.get(old)).toBeNull()
})

test('OPS-BUCKET the backup command rejects a bucket without versioning and explains why', async () => {
  const photos = bucketVersions(bucketBlobs(bucket))
  await expect(photos.backup()).rejects.toThrow('The photo bucket has no versioning')
  await expect(photos.verify()).rejects.toThrow('The photo bucket has no versioning')
  expect(await (await photos.restoreTo('nowhere'))(newPhotoName(randomUUID()))).toBeNull()
})
