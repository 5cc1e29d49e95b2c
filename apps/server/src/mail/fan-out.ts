/**
 * The change that causes emails to many recipients writes one row (`email_fan_outs`) in its transaction. A worker turns the row into
 * emails, batch by batch. Each batch and its end position are in one transaction, so if the process dies, another one continues there.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#db/database.ts'

export type Posted = { kind: string; recipient: string; personId?: string; details?: Record<string, string> }

/** Emails about closures have a separate queue with its own connections and workers, so that no other email delays them. */
export type NewsLane = 'closure' | 'bulk'

/** Ordered by id and starting after `after`. The recipients' details are added to those of the fan-out. */
export type Audience = (
  tx: Tx,
  details: Record<string, string>,
  after: string | null,
  limit: number,
) => Promise<readonly { id: string; recipient: string; details: Record<string, string>; lane: NewsLane }[]>

/** A fault test can kill the process at these points. */
export const FAN_OUT_MILESTONES = ['fan-out-taken', 'fan-out-written', 'fan-out-committed'] as const
export type FanOutMilestone = (typeof FAN_OUT_MILESTONES)[number]

type FanOutDependencies = {
  db: Db
  audiences: Readonly<Record<string, Audience>>
  enqueue(lane: NewsLane, tx: Tx, emails: readonly Posted[], now: Date): Promise<void>
  batchSize: number
  giveWay(): Promise<void>
  onMilestone: (milestone: FanOutMilestone) => void
}

export async function noteFanOut(tx: Tx, kind: string, details: Record<string, string>, now: Date): Promise<string> {
  const id = randomUUID()
  await tx.insertInto('emailFanOuts').values({ id, kind, details, after: null, createdAt: now }).execute()
  return id
}

/** Continues until all recipients have an email or `isStopping` returns true. */
export async function runFanOut(
  { db, audiences, enqueue, batchSize, giveWay, onMilestone }: FanOutDependencies,
  id: string,
  isStopping: () => boolean,
): Promise<void> {
  onMilestone('fan-out-taken')
  for (;;) {
    if (isStopping()) throw new Error('stopped during a fan-out; another process will continue it')
    await giveWay()
    const isDone = await db.transaction().execute(async (tx) => {
      // The lock makes a second worker on this fan-out wait, and then continue where the first one stopped.
      const fanOut = await tx.selectFrom('emailFanOuts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!fanOut) return true
      const { kind, details, after } = fanOut
      const recipients = (await audiences[kind]?.(tx, details, after, batchSize)) ?? []
      const last = recipients.at(-1)
      if (!last) {
        await tx.deleteFrom('emailFanOuts').where('id', '=', id).execute()
        return true
      }
      for (const [lane, ofLane] of Map.groupBy(recipients, (one) => one.lane)) {
        const emails = ofLane.map(({ recipient, details: own }) => ({ kind, recipient, details: { ...details, ...own } }))
        await enqueue(lane, tx, emails, fanOut.createdAt)
      }
      await tx.updateTable('emailFanOuts').set({ after: last.id }).where('id', '=', id).execute()
      onMilestone('fan-out-written')
      return false
    })
    if (isDone) return
    onMilestone('fan-out-committed')
  }
}
