/**
 * One transaction per command claims the command's id, checks and writes the record, and stores the answer. So a command takes effect only
 * once, no matter how often a device sends it, and each repeat gets the first answer.
 */
import { type Answer, Command, type Outcome } from '@trailwarden/api'
import { type Actor, type Decision, type Refusal, refuse } from '@trailwarden/domain'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ApplyChange, SyncedKinds } from '#core/synced-kind.ts'
import type { Db, Tx } from '#db/database.ts'
import { isPassing, refusalOf } from '#db/database-error.ts'
import type { Applied, Incoming } from '#db/records/history.ts'
import type { Milestone } from './milestones.ts'

export type PushDependencies = {
  db: Db
  kinds: SyncedKinds
  apply: Readonly<Record<string, ApplyChange>>
  onMilestone: Milestone
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
  // A schema error may quote the whole command, so the detail is limited.
  refusal: refusal && { ...refusal, detail: refusal.detail.slice(0, DETAIL_MAX_LENGTH) },
})

function answerOf({ id }: Incoming, decision: Decision<Applied>): Answer {
  if (!decision.ok) return nothing(id, OUTCOMES[decision.refusal.code] ?? 'invalid', decision.refusal)
  const { version, replaced, contested = [] } = decision.record
  const outcome = replaced.length + contested.length > 0 ? 'merged' : 'applied'
  return { ...nothing(id, outcome), version, replaced, ...(contested.length > 0 && { contested }) }
}

/**
 * False if the id was already claimed. Uses an advisory lock, because a new record has no row to lock yet. If another transaction has
 * claimed the id, waits for that transaction.
 */
async function claim(tx: Tx, actor: Actor, { id, deviceId, n, kind, recordId }: Incoming, now: Date): Promise<boolean> {
  const claimed = await sql`
    insert into commands (id, person_id, device_id, n, kind, record_id, received_at)
    select ${id}, ${actor.id}, ${deviceId}, ${n}, ${kind}, ${recordId}, ${now}
    from (select pg_advisory_xact_lock(hashtextextended(${recordId}, 0))) as record
    on conflict (id) do nothing`.execute(tx)
  return claimed.numAffectedRows === 1n
}

/** Nothing uses the patch of a refused command, so only a small one is stored. */
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
export const isRepeat = (answer: Answer): boolean => repeats.has(answer)

async function firstAnswer(tx: Tx, actor: Actor, { id }: Incoming): Promise<Answer> {
  const { answer, personId } = await tx.selectFrom('commands').select(['answer', 'personId']).where('id', '=', id).executeTakeFirstOrThrow()
  // Devices create random ids, so an id can match another user's command only if it is forged.
  if (!answer || personId !== actor.id) return nothing(id, 'invalid', { code: 'not-valid', detail: 'someone else has used this ID' })
  repeats.add(answer)
  return answer
}

async function decideCommand(deps: PushDependencies, actor: Actor, incoming: Incoming, now: Date): Promise<Answer> {
  const { db, apply, onMilestone } = deps
  onMilestone('before-transaction')
  const hopeless = whyHopeless(deps, incoming)
  if (hopeless) return (await answerBefore(deps, actor, incoming)) ?? nothing(incoming.id, 'invalid', hopeless)
  const answer = await db.transaction().execute(async (tx) => {
    if (!(await claim(tx, actor, incoming, now))) return firstAnswer(tx, actor, incoming)
    onMilestone('after-claim')
    const change = apply[incoming.kind]
    const decided = answerOf(
      incoming,
      change ? await change(tx, actor, incoming, now) : refuse('not-valid', `no such kind: ${incoming.kind}`),
    )
    onMilestone('after-apply')
    await storeAnswer(tx, incoming, decided)
    onMilestone('before-commit')
    return decided
  })
  onMilestone('after-commit')
  return answer
}

// Many times the size of the longest text in any record kind.
const PATCH_MAX_BYTES = 64 * 1024
const REFUSED_PATCH_MAX_BYTES = 8 * 1024
const DETAIL_MAX_LENGTH = 500

const bytesOf = (patch: object) => Buffer.byteLength(JSON.stringify(patch))

/**
 * Some commands can never be applied, no matter who sends them or what the database contains. The server refuses these commands and their
 * repeats without storing them. Invalid trail updates are stored anyway, because later updates may be based on them (T7).
 */
function whyHopeless({ kinds }: PushDependencies, { kind, patch }: Incoming): Refusal | null {
  if (bytesOf(patch) > PATCH_MAX_BYTES) return { code: 'not-valid', detail: 'this change is too large' }
  const read = kinds[kind]?.patch?.safeParse(patch)
  return read?.error ? { code: 'not-valid', detail: z.prettifyError(read.error) } : null
}

async function answerBefore({ db }: PushDependencies, actor: Actor, incoming: Incoming): Promise<Answer | null> {
  const known = await db.selectFrom('commands').select('id').where('id', '=', incoming.id).executeTakeFirst()
  return known ? db.transaction().execute((tx) => firstAnswer(tx, actor, incoming)) : null
}

/** A separate transaction, because the violated constraint has aborted the first one. */
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
// The protocol's schema doesn't limit the length of a time. This limit is longer than any valid time.
const TIME_MAX_LENGTH = 40

/**
 * People see this time, and the database stores it as a timestamp, so an implausible time is replaced by the server's time, together with
 * the original value.
 */
function deviceTime(recordedAt: string, now: Date): Pick<Incoming, 'recordedAt' | 'recordedAtSent'> {
  const at = Date.parse(recordedAt)
  const isPossible = at >= EARLIEST_MS && at <= now.getTime() + MOST_AHEAD_MS && recordedAt.length <= TIME_MAX_LENGTH
  if (isPossible) return { recordedAt, recordedAtSent: null }
  return { recordedAt: now.toISOString(), recordedAtSent: recordedAt.slice(0, TIME_MAX_LENGTH) }
}

const WithId = z.object({ id: z.uuid() })

/** An invalid command gets its own answer, so that a command from a newer app doesn't block the device's queue. */
function readCommand(sent: unknown): { command: Command } | { answer: Answer } | null {
  const command = Command.safeParse(sent)
  if (command.success) return { command: command.data }
  const { data } = WithId.safeParse(sent)
  return data ? { answer: nothing(data.id, 'invalid', { code: 'not-valid', detail: z.prettifyError(command.error) }) } : null
}

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
    // Later commands on the record must not be applied either, because that would change their order.
    if (isAway || stuck.has(incoming.recordId)) {
      answers.push(nothing(incoming.id, 'retry'))
      continue
    }
    try {
      answers.push(
        await decideCommand(deps, actor, incoming, now).catch((error: unknown) => {
          const refusal = refusalOf(error)
          if (!refusal) throw error
          return settleRefusal(deps, actor, incoming, refusal, now)
        }),
      )
    } catch (error) {
      // If the database is unreachable, the remaining commands would fail too. Any other error is a bug and blocks only the affected record
      // until the bug is fixed.
      if (isPassing(error)) isAway = true
      else deps.onError(error, { commandId: incoming.id, kind: incoming.kind })
      stuck.add(incoming.recordId)
      answers.push(nothing(incoming.id, 'retry'))
    }
  }
  return answers
}
