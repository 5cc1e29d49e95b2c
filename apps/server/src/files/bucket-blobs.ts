import { S3mini } from 's3mini'
import type { BlobStore } from './blob-store.ts'

/** `endpoint`: the address with the bucket's name as its path. */
export type Bucket = { endpoint: string; region: string; keyId: string; secret: string }

export type BucketBlobs = BlobStore & { keepsVersions(): Promise<boolean> }

/** An upload waits for this with its connection; its phone comes again. */
const TIMEOUT_MS = 20_000

/** A bucket of an object store that speaks S3. Its answer to a put means that everything is stored: there is nothing half. */
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
