import type { AccountLinkRow, Db, LinkPurpose, Tx } from '#db/database.ts'
import { hashToken, newToken } from '#http/security/token.ts'

const HOUR_MS = 3_600_000
export const RESET_LINK_MS = HOUR_MS
/** Invitations have their own expiry time. */
export const FIRST_PASSWORD_LINK_MS = 7 * 24 * HOUR_MS
export const CONFIRM_LINK_MS = 24 * HOUR_MS

/** These emails create a link when they're composed. */
const EMAILS_WITH_LINKS = ['reset-password', 'invitation', 'brought-over', 'confirm-email', 'add-passkey', 'second-factor-reset']

/** The token follows `#`, because browsers don't send that part. */
export const linkTo = (publicUrl: string, path: string, token: string) => `${new URL(path, publicUrl).href}#token=${token}`

export type LinkAim = { purpose: 'set-password' | 'add-passkey' } | { purpose: 'confirm-email'; newEmail: string }

/** Any earlier link with this purpose stops working. */
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

/** If two requests use a link at the same moment, one gets the link and the other gets null. */
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

/** Keeps links that take the account back. Also deletes queued emails that would create links. */
export async function dropLinks(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('accountLinks').where('personId', '=', personId).execute()
  await tx.deleteFrom('emails').where('personId', '=', personId).where('kind', 'in', EMAILS_WITH_LINKS).execute()
}
