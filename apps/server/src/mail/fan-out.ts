/**
 * Emails to many. The change that causes them writes one row in its transaction (`email_fan_outs`); a worker turns that into emails, batch
 * by batch. A batch and the place it ends at are one transaction: whenever the process dies, the next one goes on from there.
 */
import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '#db/database.ts'

export type Posted = { kind: string; recipient: string; personId?: string; details?: Record<string, string> }

/**
 * Who gets emails of one kind: the next recipients whose id comes after `after`, in the order of ids. Their details are
 * added to those of the fan-out.
 */
export type Audience = (
  tx: Tx,
  details: Record<string, string>,
  after: string | null,
  limit: number,
) => Promise<readonly { id: string; recipient: string; details: Record<string, string> }[]>

/** Points at which a fault test may end the process. */
export const FAN_OUT_MILESTONES = ['fan-out-taken', 'fan-out-written', 'fan-out-committed'] as const
export type FanOutMilestone = (typeof FAN_OUT_MILESTONES)[number]

type FanOutDependencies = {
  db: Db
  audiences: Readonly<Record<string, Audience>>
  /** Puts emails and their jobs into the bulk queue. */
  enqueue(tx: Tx, emails: readonly Posted[], now: Date): Promise<void>
  batchSize: number
  reach: (milestone: FanOutMilestone) => void
}

/** Notes that this kind of email is to be written to everyone it concerns; answers the id of the job that does it. */
export async function noteFanOut(tx: Tx, kind: string, details: Record<string, string>, now: Date): Promise<string> {
  const id = randomUUID()
  await tx.insertInto('emailFanOuts').values({ id, kind, details, after: null, createdAt: now }).execute()
  return id
}

/** Goes on with a fan-out until everyone has their email queued, or `isStopping`. */
export async function runFanOut(
  { db, audiences, enqueue, batchSize, reach }: FanOutDependencies,
  id: string,
  isStopping: () => boolean,
): Promise<void> {
  reach('fan-out-taken')
  for (;;) {
    if (isStopping()) throw new Error('stopped in the middle of a fan-out: it goes on elsewhere')
    const isDone = await db.transaction().execute(async (tx) => {
      // Locked: a second worker on the same fan-out waits here, and then goes on from where this one came to.
      const fanOut = await tx.selectFrom('emailFanOuts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!fanOut) return true
      const { kind, details, after } = fanOut
      const recipients = (await audiences[kind]?.(tx, details, after, batchSize)) ?? []
      const last = recipients.at(-1)
      if (!last) {
        await tx.deleteFrom('emailFanOuts').where('id', '=', id).execute()
        return true
      }
      const emails = recipients.map(({ recipient, details: own }) => ({ kind, recipient, details: { ...details, ...own } }))
      await enqueue(tx, emails, fanOut.createdAt)
      await tx.updateTable('emailFanOuts').set({ after: last.id }).where('id', '=', id).execute()
      reach('fan-out-written')
      return false
    })
    if (isDone) return
    reach('fan-out-committed')
  }
}
