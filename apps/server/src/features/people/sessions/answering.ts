/** The administrator who created a key or webhook, or took it over, is responsible for it (RULES.md, PE22). */
import type { Answered } from '@trailwarden/api'
import { ADMINISTRATOR, FORMER_USER, isAnsweredFor } from '@trailwarden/domain'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ForgetPerson } from '#core/feature.ts'
import type { Db, Tx } from '#db/database.ts'
import type { Mail } from '#mail/mailer.ts'
import type { PeopleEmail } from '../people-emails.ts'
import { listAdministrators } from '../people-store.ts'

type Held = { createdBy: string; heldBy: string }

type Queue = Pick<Mail, 'queueUrgent'>

export const isHeld = sql<boolean>`exists (
  select from people holder where holder.id = held_by and not holder.disabled and holder.role >= ${sql.lit(ADMINISTRATOR)})`

export async function readAnswering(db: Db, rows: readonly Held[]): Promise<(row: Held) => z.infer<typeof Answered>> {
  const ids = [...new Set(rows.flatMap(({ createdBy, heldBy }) => [createdBy, heldBy]))]
  const found =
    ids.length === 0 ? [] : await db.selectFrom('people').select(['id', 'displayName', 'role', 'disabled']).where('id', 'in', ids).execute()
  const person = (id: string) => found.find((one) => one.id === id) ?? null
  const name = (id: string) => person(id)?.displayName ?? FORMER_USER
  return ({ createdBy, heldBy }) => ({ madeBy: name(createdBy), heldBy: name(heldBy), isSuspended: !isAnsweredFor(person(heldBy)) })
}

/** Every administrator gets the email, even the creator, in case someone else is using that account. */
export async function notifyOfProgram(
  mail: Queue,
  tx: Tx,
  about: { kind: 'key' | 'webhook'; name: string; by: string; done: 'made' | 'taken-over' },
  now: Date,
): Promise<void> {
  const kind: PeopleEmail = 'program-access'
  for (const { id, email } of await listAdministrators(tx))
    await mail.queueUrgent(tx, { kind, recipient: email, personId: id, details: about }, now)
}

export async function notifyOfSuspended(mail: Queue, tx: Tx, personId: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('apiKeys')
    .select('name')
    .where('heldBy', '=', personId)
    .where('expiresAt', '>', now)
    .unionAll(tx.selectFrom('webhooks').select('name').where('heldBy', '=', personId))
    .orderBy('name')
    .execute()
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  const kind: PeopleEmail = 'programs-suspended'
  for (const { id, email } of await listAdministrators(tx, [personId]))
    await mail.queueUrgent(tx, { kind, recipient: email, personId: id, details: { names } }, now)
}

export const suspendPrograms =
  (mail: Queue): ForgetPerson =>
  (tx, personId) =>
    notifyOfSuspended(mail, tx, personId, new Date())
