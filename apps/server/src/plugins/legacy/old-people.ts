/** Records refer to people by their old id. Older records contain only a name or address. */
import { FORMER_USER, type PersonRecord } from '@trailwarden/domain'
import { uuidFrom } from '#db/uuid.ts'
import { type Correct, isEmpty, readLine } from './old-values.ts'

type Account = Pick<PersonRecord, 'id' | 'displayName' | 'role'> & { email: string | null }

export type OldPeople = {
  /** Works even if the author has no account. */
  idOf(oldId: string): string
  find(by: { oldId?: string; email?: string; name?: string }): Account | null
  add(oldId: string, account: Account): void
  /** A person who has deleted their account in Trailwarden must not be named again by the import. */
  addForgotten(oldId: string, id: string): void
}

export function oldPeople(): OldPeople {
  const byOldId = new Map<string, Account>()
  const byEmail = new Map<string, Account>()
  const byName = new Map<string, Account | null>()
  return {
    idOf: (oldId) => byOldId.get(oldId)?.id ?? uuidFrom('person', oldId),
    find({ oldId, email, name }) {
      const named = name ? byName.get(name.toLowerCase()) : null
      return (oldId ? byOldId.get(oldId) : null) ?? (email ? byEmail.get(email.toLowerCase()) : null) ?? named ?? null
    },
    add(oldId, account) {
      byOldId.set(oldId, account)
      if (account.email) byEmail.set(account.email, account)
      const name = account.displayName.toLowerCase()
      const namesake = byName.get(name)
      byName.set(name, namesake === undefined || namesake?.id === account.id ? account : null)
    },
    addForgotten(oldId, id) {
      byOldId.set(oldId, { id, displayName: FORMER_USER, role: 0, email: null })
    },
  }
}

export const UNKNOWN_AUTHOR = 'Unknown'
export type Author = { id: string; name: string }

/**
 * Null if the record names no author. Without an id, returns the only person with that name, or otherwise an author whose id is derived
 * from the name.
 */
export function authorOf(
  people: OldPeople,
  record: Record<string, unknown>,
  stamp: 'created_by' | 'updated_by',
  correct: Correct,
): Author | null {
  const [oldId, name] = [record[stamp], readLine(record[`${stamp}_name`], `${stamp}_name`, correct)]
  if (isEmpty(oldId) && name === '') return null
  const account = isEmpty(oldId) ? people.find({ name }) : people.find({ oldId: String(oldId) })
  const id = isEmpty(oldId) ? (account?.id ?? uuidFrom('person by name', name)) : people.idOf(String(oldId))
  return { id, name: account?.displayName === FORMER_USER ? FORMER_USER : name || account?.displayName || UNKNOWN_AUTHOR }
}
