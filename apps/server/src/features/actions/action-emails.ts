import { type Action, type ActionChange, type Actor, type Assignee, type Describer, decimalDegrees, placeLine } from '@trailwarden/domain'
import { sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import type { Replaced } from '#db/records/history.ts'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter } from '#mail/delivery.ts'
import type { Mail } from '#mail/mailer.ts'

type ActionEmail = 'action-reported' | 'action-assigned' | 'action-resolved' | 'action-merged' | 'action-replaced'

export type Notified = {
  actor: Actor
  before: Action | null
  change: ActionChange
  reviewer: Assignee | null
  replaced: readonly Replaced[]
}

/** The emails are queued in the transaction of the change. Its author gets no email, and nobody gets two. */
export async function notifyOfAction(
  mail: Mail,
  tx: Tx,
  { actor, before, change, reviewer, replaced }: Notified,
  now: Date,
): Promise<void> {
  const { record, changes } = change
  const post = (kind: ActionEmail, to: { id: string; email: string }, details: Record<string, string> = {}) =>
    to.id === actor.id
      ? undefined
      : mail.queueUrgent(tx, { kind, recipient: to.email, personId: to.id, details: { actionId: record.id, ...details } }, now)
  const { assignedTo, assignedEmail } = record
  const isAssigned = changes.assignedTo !== undefined && assignedTo !== null && assignedEmail !== null
  if (isAssigned) await post('action-assigned', { id: assignedTo, email: assignedEmail })
  if (!before && reviewer && reviewer.id !== assignedTo) await post('action-reported', reviewer)
  if (before && changes.status && record.status === 'Resolved') {
    const kind = record.mergedInto ? 'action-merged' : 'action-resolved'
    for (const reporter of await reportersOf(tx, record)) await post(kind, reporter)
  }
  const losers = Map.groupBy(replaced, ({ authorId }) => authorId)
  if (losers.size === 0) return
  const people = await tx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('id', 'in', [...losers.keys()])
    .execute()
  for (const person of people) {
    const fields = losers.get(person.id)?.map(({ field }) => field) ?? []
    await post('action-replaced', person, { fields: fields.join(', '), by: actor.id })
  }
}

/** Includes the authors of Actions merged into this one, who were notified of the merge. A merged Action has only its own author. */
async function reportersOf(tx: Tx, { id, mergedInto, createdBy }: Action): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    with recursive family as (
      select ${id}::uuid as id, ${createdBy}::uuid as created_by
      union
      select a.id, a.created_by from actions a join family f on a.merged_into = f.id where a.deleted_at is null and ${mergedInto === null}
    )
    select p.id, p.email from people p where not p.disabled and p.id in (select created_by from family) order by p.id`.execute(tx)
  return rows
}

/** For example 'Where: 300 m after BF17, towards BF18, Bay of Fires (-41.17045, 148.12125)'. */
function formatPlace(trails: Describer, action: Pick<Action, 'trail' | 'area' | 'place'>): string {
  const { place } = action
  return `Where: ${placeLine(trails, action)}${place ? ` (${decimalDegrees([place.longitude, place.latitude])})` : ''}`
}

/** Composed just before sending, from the current state of the Action. The queue contains ids, not people's text. */
export function actionEmails(site: { label: string; trails: Describer }, publicUrl: string): Record<ActionEmail, EmailWriter> {
  const about =
    (
      textOf: (action: { number: string; area: string; fix: string }, details: Record<string, string>) => { subject: string; text: string },
    ): EmailWriter =>
    async (tx, { personId, details }) => {
      const action = await tx
        .selectFrom('actions')
        .select(['id', 'number', 'area', 'trail', 'place', 'description', 'fix'])
        .where('id', '=', details.actionId ?? '')
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      const person = personId && (await tx.selectFrom('people').select('displayName').where('id', '=', personId).executeTakeFirst())
      if (!action || !person) return null
      const { subject, text } = textOf(action, details)
      const link = { title: `View Action ${action.number}`, url: new URL(`/actions/view/${action.id}`, publicUrl).href }
      return composeEmail(site.label, subject, person.displayName, [text, action.description, formatPlace(site.trails, action)], link)
    }
  return {
    'action-reported': about(({ number, area }) => ({
      subject: `New Action ${number} in ${area}`,
      text: 'A new Action has been added. You’re getting this email because you’re the default hazard reviewer.',
    })),
    'action-assigned': about(({ number, area }) => ({
      subject: `Action ${number} in ${area} is assigned to you`,
      text: 'This Action has been assigned to you.',
    })),
    'action-resolved': about(({ number, area, fix }) => ({
      subject: `Action ${number} in ${area} is resolved`,
      text: `The problem you recorded has been resolved. Thank you.${fix && ` What was done: ${fix}`}`,
    })),
    'action-merged': about(({ number, area }) => ({
      subject: `Action ${number} in ${area} was already recorded`,
      text: 'Someone else had already recorded this problem. We’ve added your details to their Action.',
    })),
    'action-replaced': about(({ number }, { fields = '' }) => ({
      subject: `Your change to Action ${number} was replaced`,
      text: `You and someone else changed the same field (${fields}) at about the same time. Theirs was later, so it applies. Yours is in the Action’s history.`,
    })),
  }
}
