import { randomUUID } from 'node:crypto'
import { SET_PASSWORD_PATH } from '@trailwarden/api'
import { ADMINISTRATOR } from '@trailwarden/domain'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { FIRST_PASSWORD_LINK_MS, linkTo, makeLink } from '../accounts/links.ts'
import { addPerson, findPersonByEmail } from '../people-store.ts'

/**
 * Returns a link to set a password, including for an existing user. Only a command on the server calls this function, so nobody can be
 * tricked into triggering it.
 */
export async function createAdministrator(db: Db, email: string, publicUrl: string, now: Date): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const fresh = { id: randomUUID(), displayName: 'Administrator', email, phone: '', role: ADMINISTRATOR, disabled: false }
    const added = await addPerson(tx, { ...fresh, createdAt: now, createdBy: null })
    const person = added ?? (await findPersonByEmail(tx, email))
    if (!person) throw new Error('The account was deleted at the same time. Try again.')
    await tx.updateTable('people').set({ role: ADMINISTRATOR, disabled: false }).where('id', '=', person.id).execute()
    await audit(tx, added ? 'user-created' : 'role-changed', { subjectId: person.id, details: { to: ADMINISTRATOR, by: 'command' } }, now)
    const token = await makeLink(tx, person.id, { purpose: 'set-password' }, FIRST_PASSWORD_LINK_MS, now)
    return linkTo(publicUrl, SET_PASSWORD_PATH, token)
  })
}
