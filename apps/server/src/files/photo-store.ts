import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type BlobStore, blobsBeingMoved, folderBlobs } from './blob-store.ts'
import { type BucketBlobs, bucketBlobs } from './bucket-blobs.ts'

/** `original` is the unblurred version of a blurred photo, which is moved, copied and removed with the other sizes. */
export const PHOTO_SIZES = ['small', 'large', 'original'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

export type PhotoStore = {
  /**
   * Atomic and durable: nothing can be read before `put` returns, and the whole photo is stored afterwards, even if the process crashes.
   */
  put(name: string, bytes: Buffer, size?: PhotoSize): Promise<void>
  /** Returns the standard size if this size doesn't exist. */
  get(name: string, size?: PhotoSize): Promise<Buffer | null>
  removeOriginal(name: string): Promise<void>
  /** Removes all sizes. Also succeeds if there are none. */
  remove(name: string): Promise<void>
  /** Removes unfinished files that haven't been written to since, and sizes without a standard photo. */
  removeParts(untouchedSince: Date): Promise<number>
}

/** Random, so that the name reveals nothing and users can't choose it. */
export const newPhotoName = (ownerId: string) => `${ownerId}/${randomUUID()}.jpg`

const OTHER_SIZE = new RegExp(`-(${PHOTO_SIZES.join('|')})\\.jpg$`)

function blobName(name: string, size?: PhotoSize): string {
  if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}\.jpg$/.test(name)) throw new Error('This is not a valid photo name.')
  return size ? name.replace('.jpg', `-${size}.jpg`) : name
}

/** The standard size comes last. Without it, the photo doesn't exist, and the sweep removes any other sizes. */
export const blobNames = (name: string): string[] => [...PHOTO_SIZES.map((size) => blobName(name, size)), blobName(name)]

/** `folder` receives uploads, even if `blobs` is a bucket. */
export function photoStore(blobs: BlobStore, folder: string): PhotoStore {
  return {
    put: (name, bytes, size) => blobs.put(blobName(name, size), bytes),
    get: async (name, size) => (size && (await blobs.get(blobName(name, size)))) ?? blobs.get(blobName(name)),
    removeOriginal: (name) => blobs.remove(blobName(name, 'original')),
    async remove(name) {
      for (const one of blobNames(name)) await blobs.remove(one)
    },
    async removeParts(untouchedSince) {
      const names = new Set(await readdir(folder, { recursive: true }).catch(() => []))
      // A crash, or an earlier version that removed only the standard size, leaves sizes without a standard photo.
      const isAlone = (name: string) => OTHER_SIZE.test(name) && !names.has(name.replace(OTHER_SIZE, '.jpg'))
      let removed = 0
      for (const name of [...names].filter((one) => one.endsWith('.part') || isAlone(one))) {
        const path = join(folder, name)
        const written = await stat(path).catch(() => null)
        if (!written || written.mtime >= untouchedSince) continue
        await rm(path, { force: true })
        removed++
      }
      return removed
    },
  }
}

export const directoryStore = (root: string): PhotoStore => photoStore(folderBlobs(root), root)

type PhotoSettings = Pick<Config, 'PHOTOS_DIR' | 'PHOTOS_S3_ENDPOINT' | 'PHOTOS_S3_REGION' | 'PHOTOS_S3_KEY_ID' | 'PHOTOS_S3_SECRET'>

export function bucketOf({ PHOTOS_S3_ENDPOINT, PHOTOS_S3_REGION, PHOTOS_S3_KEY_ID, PHOTOS_S3_SECRET }: PhotoSettings): BucketBlobs | null {
  if (!PHOTOS_S3_ENDPOINT) return null
  const [keyId = '', secret = ''] = [PHOTOS_S3_KEY_ID, PHOTOS_S3_SECRET]
  return bucketBlobs({ endpoint: PHOTOS_S3_ENDPOINT, region: PHOTOS_S3_REGION, keyId, secret })
}

/** With a bucket, also finds photos that are still in the folder. */
export function openBlobs(config: PhotoSettings): BlobStore {
  const folder = folderBlobs(config.PHOTOS_DIR)
  const bucket = bucketOf(config)
  return bucket ? blobsBeingMoved(bucket, folder) : folder
}

export const openPhotoStore = (config: PhotoSettings): PhotoStore => photoStore(openBlobs(config), config.PHOTOS_DIR)
