/**
 * Commands up. Each command is one transaction: its id is claimed, the record judged and written, and the answer stored with it.
 * So a command has one effect however often it is sent, and a repeat hears the first answer word for word.
 */
import { type Actor, type Decision, type Refusal, refuse } from '@trailwarden/domain'
import { type Answer, Command, type Outcome } from '@trailwarden/sync'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Tx } from '#db/database.ts'
import { isPassing, refusalOf } from '#db/database-error.ts'
import type { Applied, Incoming } from '#db/history.ts'
import type { ApplyChange } from './kinds.ts'
import type { Milestone } from './milestones.ts'

export type PushDependencies = {
  db: Db
  apply: Readonly<Record<string, ApplyChange>>
  reach: Milestone
  onFault(error: unknown, about: { commandId: string; kind: string }): void
}

const OUTCOMES: Partial<Record<Refusal['code'], Outcome>> = {
  'not-allowed': 'forbidden',
  gone: 'gone',
  'not-found': 'gone',
  superseded: 'conflict',
}

const nothing = (commandId: string, outcome: Outcome, refusal: Refusal | null = null): Answer => ({
  commandId,
  outcome,
  version: null,
  replaced: [],
  refusal,
})

function answerOf({ id }: Incoming, decision: Decision<Applied>): Answer {
  if (!decision.ok) return nothing(id, OUTCOMES[decision.refusal.code] ?? 'invalid', decision.refusal)
  const { version, replaced } = decision.record
  return { ...nothing(id, replaced.length > 0 ? 'merged' : 'applied'), version, replaced }
}

/**
 * Takes the command's id, and the record, for this transaction; false when the id was taken before. The lock on the record comes with
 * the claim because a record that is only being made has no row to lock. Whoever holds the same id first is waited for.
 */
async function claim(tx: Tx, actor: Actor, { id, deviceId, n, kind, recordId, patch }: Incoming, now: Date): Promise<boolean> {
  const claimed = await sql`
    insert into commands (id, person_id, device_id, n, kind, record_id, patch, received_at)
    select ${id}, ${actor.id}, ${deviceId}, ${n}, ${kind}, ${recordId}, ${JSON.stringify(patch)}::json, ${now}
    from (select pg_advisory_xact_lock(hashtextextended(${recordId}, 0))) as record
    on conflict (id) do nothing`.execute(tx)
  return claimed.numAffectedRows === 1n
}

const storeAnswer = (tx: Tx, answer: Answer) =>
  tx
    .updateTable('commands')
    .set({ answer: JSON.stringify(answer) })
    .where('id', '=', answer.commandId)
    .execute()

async function firstAnswer(tx: Tx, actor: Actor, { id }: Incoming): Promise<Answer> {
  const { answer, personId } = await tx.selectFrom('commands').select(['answer', 'personId']).where('id', '=', id).executeTakeFirstOrThrow()
  // An id is made at random on a phone: only a forgery meets somebody else's.
  if (!answer || personId !== actor.id) return nothing(id, 'invalid', { code: 'not-valid', detail: 'this id was used by somebody else' })
  return answer
}

async function settle({ db, apply, reach }: PushDependencies, actor: Actor, incoming: Incoming, now: Date): Promise<Answer> {
  reach('before-transaction')
  const answer = await db.transaction().execute(async (tx) => {
    if (!(await claim(tx, actor, incoming, now))) return firstAnswer(tx, actor, incoming)
    reach('after-claim')
    const change = apply[incoming.kind]
    const decided = answerOf(
      incoming,
      change ? await change(tx, actor, incoming, now) : refuse('not-valid', `no such kind: ${incoming.kind}`),
    )
    reach('after-apply')
    await storeAnswer(tx, decided)
    reach('before-commit')
    return decided
  })
  reach('after-commit')
  return answer
}

/** A constraint that said no took the transaction with it; its answer is stored in one of its own. */
async function settleRefusal({ db }: PushDependencies, actor: Actor, incoming: Incoming, refusal: Refusal, now: Date): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    if (!(await claim(tx, actor, incoming, now))) return firstAnswer(tx, actor, incoming)
    const answer = nothing(incoming.id, 'invalid', refusal)
    await storeAnswer(tx, answer)
    return answer
  })
}

const WithId = z.object({ id: z.uuid() })

/** A command that is none is answered by itself: one from an app of tomorrow must not stop the queue that it stands in. */
function readCommand(sent: unknown): { command: Command } | { answer: Answer } | null {
  const command = Command.safeParse(sent)
  if (command.success) return { command: command.data }
  const { data } = WithId.safeParse(sent)
  return data ? { answer: nothing(data.id, 'invalid', { code: 'not-valid', detail: z.prettifyError(command.error) }) } : null
}

/** Answers each command, in the order they were sent; null when one has not even an id to answer to. */
export async function push(deps: PushDependencies, actor: Actor, deviceId: string, sent: readonly unknown[]): Promise<Answer[] | null> {
  const read = sent.map(readCommand)
  if (!read.every((one) => one !== null)) return null
  const answers: Answer[] = []
  const stuck = new Set<string>()
  let isAway = false
  for (const one of read) {
    if ('answer' in one) {
      answers.push(one.answer)
      continue
    }
    const incoming = { ...one.command, deviceId }
    // What waits behind a command on the same record waits with it: applied now, they would change places.
    if (isAway || stuck.has(incoming.recordId)) {
      answers.push(nothing(incoming.id, 'retry'))
      continue
    }
    const now = new Date()
    try {
      answers.push(
        await settle(deps, actor, incoming, now).catch((error: unknown) => {
          const refusal = refusalOf(error)
          if (!refusal) throw error
          return settleRefusal(deps, actor, incoming, refusal, now)
        }),
      )
    } catch (error) {
      // The database is away: so it would be for the rest. Any other fault is ours; it holds up its record alone until it is mended.
      if (isPassing(error)) isAway = true
      else deps.onFault(error, { commandId: incoming.id, kind: incoming.kind })
      stuck.add(incoming.recordId)
      answers.push(nothing(incoming.id, 'retry'))
    }
  }
  return answers
}
