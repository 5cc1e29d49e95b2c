/** Photos by name, each in up to three sizes, in a folder or in a bucket. */
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type BlobStore, blobsBeingMoved, folderBlobs } from './blob-store.ts'
import { type BucketBlobs, bucketBlobs } from './bucket-blobs.ts'

/** Besides the standard one. `original`: of a blurred photo, as it was before; it is moved, copied and removed with the others. */
export const PHOTO_SIZES = ['small', 'large', 'original'] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

export type PhotoStore = {
  /** Afterwards the whole photo is there, whatever happens to this process; before, nothing of it can be read. */
  put(name: string, bytes: Buffer, size?: PhotoSize): Promise<void>
  /** The standard one where there is none of this size. */
  get(name: string, size?: PhotoSize): Promise<Buffer | null>
  removeOriginal(name: string): Promise<void>
  /** All sizes of it. Removing what is not there is no error. */
  remove(name: string): Promise<void>
  /** Removes unfinished files that nobody has written to since, and sizes whose photo is not there; gives their number. */
  removeParts(untouchedSince: Date): Promise<number>
}

/** A new random name in the owner's folder: it reveals nothing, and nobody can choose it. */
export const newPhotoName = (ownerId: string) => `${ownerId}/${randomUUID()}.jpg`

const OTHER_SIZE = new RegExp(`-(${PHOTO_SIZES.join('|')})\\.jpg$`)

function blobName(name: string, size?: PhotoSize): string {
  if (!/^[0-9a-f-]{36}\/[0-9a-f-]{36}\.jpg$/.test(name)) throw new Error('This is no name of a photo.')
  return size ? name.replace('.jpg', `-${size}.jpg`) : name
}

/** The standard size last: without it the photo is not there, and what is left of the others is removed. */
export const blobNames = (name: string): string[] => [...PHOTO_SIZES.map((size) => blobName(name, size)), blobName(name)]

/** `folder`: where files that are being received lie, whatever `blobs` are. */
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
      // Left by a crash before its photo was whole, or by an earlier version of the server that removed a photo and knew no sizes.
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

/** The bucket that the settings name; null when photos are in the folder. */
export function bucketOf({ PHOTOS_S3_ENDPOINT, PHOTOS_S3_REGION, PHOTOS_S3_KEY_ID, PHOTOS_S3_SECRET }: PhotoSettings): BucketBlobs | null {
  if (!PHOTOS_S3_ENDPOINT) return null
  const [keyId = '', secret = ''] = [PHOTOS_S3_KEY_ID, PHOTOS_S3_SECRET]
  return bucketBlobs({ endpoint: PHOTOS_S3_ENDPOINT, region: PHOTOS_S3_REGION, keyId, secret })
}

/** Where the settings say that photos are. With a bucket, those that still lie in the folder are found as well. */
export function openPhotoStore(config: PhotoSettings): PhotoStore {
  const folder = folderBlobs(config.PHOTOS_DIR)
  const bucket = bucketOf(config)
  return photoStore(bucket ? blobsBeingMoved(bucket, folder) : folder, config.PHOTOS_DIR)
}
