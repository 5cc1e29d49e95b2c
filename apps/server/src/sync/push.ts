/**
 * Commands up. Each command is one transaction: its id is claimed, the record judged and written, and the answer stored with it.
 * So a command has one effect however often it is sent, and a replay gets the first answer unchanged.
 */
import { type Answer, Command, type Outcome } from '@trailwarden/api'
import { type Actor, type Decision, type Refusal, refuse } from '@trailwarden/domain'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Tx } from '#db/database.ts'
import { isPassing, refusalOf } from '#db/database-error.ts'
import type { Applied, Incoming } from '#db/history.ts'
import { type ApplyChange, PATCHES } from './kinds.ts'
import type { Milestone } from './milestones.ts'

export type PushDependencies = {
  db: Db
  apply: Readonly<Record<string, ApplyChange>>
  reach: Milestone
  onError(error: unknown, about: { commandId: string; kind: string }): void
  onAnswers(answers: readonly Answer[]): void
}

const OUTCOMES: Partial<Record<Refusal['code'], Outcome>> = {
  'not-allowed': 'forbidden',
  gone: 'gone',
  'not-found': 'gone',
  superseded: 'conflict',
  'needs-second-yes': 'conflict',
  'changed-since': 'conflict',
  'own-entry': 'forbidden',
}

const nothing = (commandId: string, outcome: Outcome, refusal: Refusal | null = null): Answer => ({
  commandId,
  outcome,
  version: null,
  replaced: [],
  // A schema's refusal may repeat all that was sent.
  refusal: refusal && { ...refusal, detail: refusal.detail.slice(0, DETAIL_MAX_LENGTH) },
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
async function claim(tx: Tx, actor: Actor, { id, deviceId, n, kind, recordId }: Incoming, now: Date): Promise<boolean> {
  const claimed = await sql`
    insert into commands (id, person_id, device_id, n, kind, record_id, received_at)
    select ${id}, ${actor.id}, ${deviceId}, ${n}, ${kind}, ${recordId}, ${now}
    from (select pg_advisory_xact_lock(hashtextextended(${recordId}, 0))) as record
    on conflict (id) do nothing`.execute(tx)
  return claimed.numAffectedRows === 1n
}

/** With the patch if it was applied, or is small: nothing else is done with that of a refused one. */
const storeAnswer = (tx: Tx, { patch }: Incoming, answer: Answer) =>
  tx
    .updateTable('commands')
    .set({
      answer: JSON.stringify(answer),
      patch: answer.version !== null || bytesOf(patch) <= REFUSED_PATCH_MAX_BYTES ? JSON.stringify(patch) : null,
    })
    .where('id', '=', answer.commandId)
    .execute()

const repeats = new WeakSet<Answer>()
/** Whether this answer was given before, to the same command. */
export const isRepeat = (answer: Answer): boolean => repeats.has(answer)

async function firstAnswer(tx: Tx, actor: Actor, { id }: Incoming): Promise<Answer> {
  const { answer, personId } = await tx.selectFrom('commands').select(['answer', 'personId']).where('id', '=', id).executeTakeFirstOrThrow()
  // An id is made at random on a phone: only a forgery meets somebody else's.
  if (!answer || personId !== actor.id) return nothing(id, 'invalid', { code: 'not-valid', detail: 'this id was used by somebody else' })
  repeats.add(answer)
  return answer
}

async function settle(deps: PushDependencies, actor: Actor, incoming: Incoming, now: Date): Promise<Answer> {
  const { db, apply, reach } = deps
  reach('before-transaction')
  const hopeless = whyHopeless(incoming)
  if (hopeless) return (await answerBefore(deps, actor, incoming)) ?? nothing(incoming.id, 'invalid', hopeless)
  const answer = await db.transaction().execute(async (tx) => {
    if (!(await claim(tx, actor, incoming, now))) return firstAnswer(tx, actor, incoming)
    reach('after-claim')
    const change = apply[incoming.kind]
    const decided = answerOf(
      incoming,
      change ? await change(tx, actor, incoming, now) : refuse('not-valid', `no such kind: ${incoming.kind}`),
    )
    reach('after-apply')
    await storeAnswer(tx, incoming, decided)
    reach('before-commit')
    return decided
  })
  reach('after-commit')
  return answer
}

// Many times what the longest texts of any kind take.
const PATCH_MAX_BYTES = 64 * 1024
// Stored of a refused command; the phone has the whole of it.
const REFUSED_PATCH_MAX_BYTES = 8 * 1024
const DETAIL_MAX_LENGTH = 500

const bytesOf = (patch: object) => Buffer.byteLength(JSON.stringify(patch))

/**
 * Why a command can never be applied, whoever sends it and whatever the database holds: it is refused without being stored, and
 * a repeat is refused again. Trail updates of a wrong shape are stored all the same, because later ones may be based on them (T7).
 */
function whyHopeless({ kind, patch }: Incoming): Refusal | null {
  if (bytesOf(patch) > PATCH_MAX_BYTES) return { code: 'not-valid', detail: 'this is too much for one change' }
  const read = PATCHES[kind]?.safeParse(patch)
  return read?.error ? { code: 'not-valid', detail: z.prettifyError(read.error) } : null
}

/** Null when the id was never claimed. */
async function answerBefore({ db }: PushDependencies, actor: Actor, incoming: Incoming): Promise<Answer | null> {
  const known = await db.selectFrom('commands').select('id').where('id', '=', incoming.id).executeTakeFirst()
  return known ? db.transaction().execute((tx) => firstAnswer(tx, actor, incoming)) : null
}

/** A violated constraint aborts the transaction; its answer is stored in one of its own. */
async function settleRefusal({ db }: PushDependencies, actor: Actor, incoming: Incoming, refusal: Refusal, now: Date): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    if (!(await claim(tx, actor, incoming, now))) return firstAnswer(tx, actor, incoming)
    const answer = nothing(incoming.id, 'invalid', refusal)
    await storeAnswer(tx, incoming, answer)
    return answer
  })
}

const EARLIEST_MS = Date.parse('2000-01-01T00:00:00Z')
const MOST_AHEAD_MS = 86_400_000
// The schema of the protocol bounds no text; this much is more than any time needs.
const TIME_MAX_LENGTH = 40

/** The device's time if it can be true, else the server's with what was sent beside it: it is shown to people, and stored as a time. */
function deviceTime(recordedAt: string, now: Date): Pick<Incoming, 'recordedAt' | 'recordedAtSent'> {
  const at = Date.parse(recordedAt)
  const isPossible = at >= EARLIEST_MS && at <= now.getTime() + MOST_AHEAD_MS && recordedAt.length <= TIME_MAX_LENGTH
  if (isPossible) return { recordedAt, recordedAtSent: null }
  return { recordedAt: now.toISOString(), recordedAtSent: recordedAt.slice(0, TIME_MAX_LENGTH) }
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
    const now = new Date()
    const incoming = { ...one.command, deviceId, ...deviceTime(one.command.recordedAt, now) }
    // What waits behind a command on the same record waits with it: applied now, they would change places.
    if (isAway || stuck.has(incoming.recordId)) {
      answers.push(nothing(incoming.id, 'retry'))
      continue
    }
    try {
      answers.push(
        await settle(deps, actor, incoming, now).catch((error: unknown) => {
          const refusal = refusalOf(error)
          if (!refusal) throw error
          return settleRefusal(deps, actor, incoming, refusal, now)
        }),
      )
    } catch (error) {
      // The database is away: so it would be for the rest. Any other error is a bug of ours; it holds up its record alone until it is
      // fixed.
      if (isPassing(error)) isAway = true
      else deps.onError(error, { commandId: incoming.id, kind: incoming.kind })
      stuck.add(incoming.recordId)
      answers.push(nothing(incoming.id, 'retry'))
    }
  }
  return answers
}
