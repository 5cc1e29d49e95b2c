/** An invitation is an account that its owner hasn't opened yet, with an expiry time (PE19). */
import { invitationEnd } from '@trailwarden/domain'
import type { Db, Tx } from '#db/database.ts'
import type { Mail } from '#mail/mailer.ts'

export type Invitation = { sentAt: Date; expiresAt: Date }

export async function findInvitation(db: Db, personId: string): Promise<Invitation | null> {
  const row = db.selectFrom('invitations').select(['sentAt', 'expiresAt']).where('personId', '=', personId)
  return (await row.executeTakeFirst()) ?? null
}

/** Inviting someone again renews the full period. When the new email is composed, the link in the earlier one stops working. */
export async function sendInvitation(
  { mail }: { mail: Mail },
  tx: Tx,
  person: { id: string; email: string },
  now: Date,
): Promise<Invitation> {
  const invitation = { sentAt: now, expiresAt: invitationEnd(now) }
  await tx
    .insertInto('invitations')
    .values({ personId: person.id, ...invitation })
    .onConflict((row) => row.column('personId').doUpdateSet(invitation))
    .execute()
  await mail.queueUrgent(tx, { kind: 'invitation', recipient: person.email, personId: person.id }, now)
  return invitation
}

export async function acceptInvitation(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('invitations').where('personId', '=', personId).execute()
}
