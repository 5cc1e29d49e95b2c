/**
 * A photo that no record refers to a day after its upload belongs to a report that the device lost or never sent. Also removes incomplete
 * files after a crash.
 */
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db, Tx } from '#db/database.ts'
import { overPool, type Queues } from '#db/schema/queues.ts'
import type { PhotoStore } from '#files/photo-store.ts'
import { removeUnclaimedPhoto } from './photos.ts'

export type PhotoSweep = {
  expectClaim(tx: Tx, photoId: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const QUEUE = 'unclaimed-photos'
export const PHOTO_QUEUES: Queues = { [QUEUE]: { retryLimit: 20, retryDelay: 60, retryBackoff: true, deleteAfterSeconds: 3600 } }
const CLAIM_WITHIN_SECONDS = 24 * 3600
/** Longer than any upload takes. */
const PART_UNTOUCHED_MS = 3_600_000
const CHECK_PARTS_MS = 6 * 3_600_000

type Log = { warn(details: object, message: string): void }

export async function openPhotoSweep({ db, pool }: { db: Db; pool: pg.Pool }, store: PhotoStore, log: Log): Promise<PhotoSweep> {
  // `createQueues` has created the tables, and the email queue maintains them.
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  boss.on('error', (error) => log.warn({ err: error }, 'photo sweep queue error'))
  await boss.start()
  const removeParts = () =>
    store.removeParts(new Date(Date.now() - PART_UNTOUCHED_MS)).catch((error: unknown) => {
      log.warn({ err: error }, 'unfinished photos could not be removed')
    })
  let partsTimer: NodeJS.Timeout | undefined
  return {
    async expectClaim(tx, photoId) {
      await boss.send(QUEUE, { photoId }, { startAfter: CLAIM_WITHIN_SECONDS, db: fromKysely(tx) })
    },
    async start() {
      await removeParts()
      partsTimer = setInterval(() => void removeParts(), CHECK_PARTS_MS).unref()
      await boss.work<{ photoId: string }>(QUEUE, { pollingIntervalSeconds: 60 }, async ([job]) => {
        if (job) await removeUnclaimedPhoto({ db, store }, job.data.photoId, new Date())
      })
    },
    async stop() {
      clearInterval(partsTimer)
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
