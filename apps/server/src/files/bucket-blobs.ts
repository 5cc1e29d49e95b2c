import { S3mini } from 's3mini'
import type { BlobStore } from './blob-store.ts'

/** `endpoint` is the address with the bucket's name as its path. */
export type Bucket = { endpoint: string; region: string; keyId: string; secret: string }

export type BucketBlobs = BlobStore & { keepsVersions(): Promise<boolean> }

/** After a timeout, the device sends the photo again. */
const TIMEOUT_MS = 20_000

/** If a put succeeds, the whole object is stored. */
export function bucketBlobs({ endpoint, region, keyId, secret }: Bucket): BucketBlobs {
  const bucket = new S3mini({ endpoint, region, accessKeyId: keyId, secretAccessKey: secret, requestAbortTimeout: TIMEOUT_MS })
  return {
    async put(name, bytes) {
      await bucket.putObject(name, bytes, 'image/jpeg')
    },
    async get(name) {
      const bytes = await bucket.getObjectArrayBuffer(name)
      return bytes && Buffer.from(bytes)
    },
    async remove(name) {
      await bucket.deleteObject(name)
    },
    keepsVersions: async () => (await bucket.getBucketVersioning()) === 'Enabled',
  }
}
