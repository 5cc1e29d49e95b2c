import type { AccountLinkRow, Db, LinkPurpose, Tx } from '#db/database.ts'
import { hashToken, newToken } from '#http/token.ts'

const HOUR_MS = 3_600_000
export const RESET_LINK_MS = HOUR_MS
/** Of links that no invitation gives an end of its own. */
export const FIRST_PASSWORD_LINK_MS = 7 * 24 * HOUR_MS
export const CONFIRM_LINK_MS = 24 * HOUR_MS

/** Kinds of email for which a link is made when they are composed. */
const EMAILS_WITH_LINKS = ['reset-password', 'invitation', 'brought-over', 'confirm-email']

/** The whole link as it stands in an email. The token comes after `#`: browsers do not send that part. */
export const linkTo = (publicUrl: string, path: string, token: string) => `${new URL(path, publicUrl).href}#token=${token}`

export type LinkAim = { purpose: 'set-password' } | { purpose: 'confirm-email'; newEmail: string }

/** Makes a one-time link of a person and answers its token. Any earlier link of the same purpose stops working. */
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

/** Uses a link up. Of two that try at the same moment only one gets it; the other gets null. */
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

/** Ends every link of a person, those included that are still to be made by a waiting email. */
export async function dropLinks(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('accountLinks').where('personId', '=', personId).execute()
  await tx.deleteFrom('emails').where('personId', '=', personId).where('kind', 'in', EMAILS_WITH_LINKS).execute()
}
