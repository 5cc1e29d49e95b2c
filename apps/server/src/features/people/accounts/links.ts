import type { AccountLinkRow, Db, LinkPurpose, Tx } from '#db/database.ts'
import { hashToken, newToken } from '#http/security/token.ts'

const HOUR_MS = 3_600_000
export const RESET_LINK_MS = HOUR_MS
/** The lifetime of links for a first password, except for those that expire with an invitation. */
export const FIRST_PASSWORD_LINK_MS = 7 * 24 * HOUR_MS
export const CONFIRM_LINK_MS = 24 * HOUR_MS

/** Kinds of email that create a link when they're written. */
const EMAILS_WITH_LINKS = ['reset-password', 'invitation', 'brought-over', 'confirm-email', 'add-passkey', 'second-factor-reset']

/** Returns the full link for an email. The token follows `#`, because browsers don't send that part. */
export const linkTo = (publicUrl: string, path: string, token: string) => `${new URL(path, publicUrl).href}#token=${token}`

export type LinkAim = { purpose: 'set-password' | 'add-passkey' } | { purpose: 'confirm-email'; newEmail: string }

/** Creates a one-time link for a person and returns its token. Any earlier link with the same purpose stops working. */
export async function makeLink(tx: Tx, personId: string, aim: LinkAim, lifetimeMs: number, now: Date): Promise<string> {
  const token = newToken()
  const link = {
    tokenHash: hashToken(token),
    newEmail: aim.purpose === 'confirm-email' ? aim.newEmail : null,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  }
  await tx
    .insertInto('accountLinks')
    .values({ personId, purpose: aim.purpose, ...link })
    .onConflict((row) => row.columns(['personId', 'purpose']).doUpdateSet(link))
    .execute()
  return token
}

export async function findLink(db: Db, token: string, purpose: LinkPurpose, now: Date): Promise<AccountLinkRow | null> {
  const link = await db
    .selectFrom('accountLinks')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return link ?? null
}

/** Uses up a link. If two requests use it at the same moment, one gets the link and the other gets null. */
export async function useUpLink(tx: Tx, token: string, purpose: LinkPurpose, now: Date): Promise<AccountLinkRow | null> {
  const link = await tx
    .deleteFrom('accountLinks')
    .where('tokenHash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return link ?? null
}

/** Ends all of a person's links except those that take the account back, and deletes queued emails that would create links. */
export async function dropLinks(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('accountLinks').where('personId', '=', personId).execute()
  await tx.deleteFrom('emails').where('personId', '=', personId).where('kind', 'in', EMAILS_WITH_LINKS).execute()
}
