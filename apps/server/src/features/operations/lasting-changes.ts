/**
 * A restore must not undo some changes, such as removed users, lowered roles, expired passwords and passkeys, and deleted addresses.
 * Triggers record these changes (migration 0065), and the server copies them to an append-only list beside the photos. A database that
 * finds entries in the list that it didn't write was restored to an earlier state, and applies their changes again.
 */
import { sql } from 'kysely'
import * as z from 'zod'
import type { Hooks } from '#core/feature.ts'
import type { Db, Tx } from '#db/database.ts'
import type { BlobStore } from '#files/blob-store.ts'

const LastingChange = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
})
type LastingChange = z.infer<typeof LastingChange>

const partName = (list: string, part: number) => `lasting-changes/${list}/${String(part).padStart(8, '0')}.json`

function lastOfEach(changes: readonly LastingChange[]): LastingChange[] {
  const keyOf = ({ kind, subject }: LastingChange) => (kind === 'person-limited' ? `${kind} ${subject}` : null)
  return changes.filter((change, i) => {
    const key = keyOf(change)
    return key === null || !changes.slice(i + 1).some((later) => keyOf(later) === key)
  })
}

const MOST_IN_PART = 1000
const EVERY_MS = 20_000

export type LastingChanges = {
  catchUp(): Promise<void>
  start(): void
  stop(): Promise<void>
}

type Restore = Pick<Hooks, 'reapply' | 'restored'>

export function openLastingChanges(
  db: Db,
  blobs: BlobStore,
  { reapply, restored }: Restore,
  onError: (error: unknown) => void,
): LastingChanges {
  async function readUnknown(tx: Tx, list: string, from: number): Promise<{ changes: LastingChange[]; next: number }> {
    const changes: LastingChange[] = []
    let next = from
    for (;;) {
      const bytes = await blobs.get(partName(list, next))
      if (!bytes) break
      changes.push(...z.array(LastingChange).parse(JSON.parse(bytes.toString())))
      next++
    }
    if (changes.length === 0) return { changes, next }
    const ids = changes.map(({ id }) => id)
    const rows = await tx.selectFrom('lastingChanges').select('id').where('id', 'in', ids).execute()
    const known = new Set(rows.map(({ id }) => id))
    return { changes: changes.filter(({ id }) => !known.has(id)), next }
  }

  async function write(tx: Tx, list: string, part: number): Promise<number> {
    const unlisted = await tx
      .selectFrom('lastingChanges')
      .select(['id', 'at', 'kind', 'subject', 'details'])
      .where('listedIn', 'is', null)
      .orderBy('n')
      .limit(MOST_IN_PART)
      .execute()
    if (unlisted.length === 0) return 0
    await blobs.put(partName(list, part), Buffer.from(JSON.stringify(unlisted)))
    const ids = unlisted.map(({ id }) => id)
    await tx.updateTable('lastingChanges').set({ listedIn: part }).where('id', 'in', ids).execute()
    return unlisted.length
  }

  /**
   * Only one process at a time runs a step. Returns whether more changes remain, and the time of the newest change that the database had
   * lost.
   */
  const step = () =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('lasting-changes', 0))`.execute(tx)
      const { id: list, nextPart: from } = await tx.selectFrom('lastingChangesList').select(['id', 'nextPart']).executeTakeFirstOrThrow()
      const { changes, next } = await readUnknown(tx, list, from)
      for (const change of lastOfEach(changes)) await reapply(tx, change)
      for (const { id, at, kind, subject, details } of changes)
        await tx
          .insertInto('lastingChanges')
          .values({ id, at: new Date(at), kind, subject, details, listedIn: next - 1 })
          .execute()
      const written = await write(tx, list, next)
      const nextPart = written > 0 ? next + 1 : next
      if (nextPart !== from) await tx.updateTable('lastingChangesList').set({ nextPart }).execute()
      return {
        hasMore: written === MOST_IN_PART,
        lostAt:
          changes
            .map(({ at }) => at)
            .sort()
            .at(-1) ?? null,
      }
    })

  async function catchUp(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const done = await step()
      hasMore = done.hasMore
      if (!done.lostAt) continue
      const isKnown = await db.selectFrom('restores').select('id').where('at', '>=', new Date(done.lostAt)).executeTakeFirst()
      if (!isKnown) await restored()
    }
  }

  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  return {
    catchUp,
    start() {
      timer = setInterval(() => {
        running = running.then(catchUp).catch(onError)
      }, EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
