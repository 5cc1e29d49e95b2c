/// <reference path="./s3rver.d.ts" />
/** Checks signatures. Starts with one empty bucket. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** Used as both ID and secret. */
const KEY = 'S3RVER'

export type TestBucket = { endpoint: string; region: string; keyId: string; secret: string; stop(): Promise<void> }

export async function startTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'photos' }] })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}/photos`,
    region: 'us-east-1',
    keyId: KEY,
    secret: KEY,
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
