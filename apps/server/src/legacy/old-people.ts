/**
 * Everyone whom an export speaks of: which account each is here, or will be. Records name people by their old id, older ones by name or
 * address alone.
 */
import { FORMER_USER, type PersonRecord } from '@trailwarden/domain'
import { uuidFrom } from '#db/uuid.ts'
import { type Correct, isEmpty, readLine } from './old-values.ts'

/** An account: of this database, or one that is about to be made. */
type Account = Pick<PersonRecord, 'id' | 'displayName' | 'role'> & { email: string | null }

export type OldPeople = {
  /** The id of whoever wrote something, with an account or without. */
  idOf(oldId: string): string
  /** Null for those who have no account. */
  find(by: { oldId?: string; email?: string; name?: string }): Account | null
  add(oldId: string, account: Account): void
  /** Someone who has deleted their account here stays forgotten, whatever the export still knows. */
  addForgotten(oldId: string, id: string): void
}

export function oldPeople(): OldPeople {
  const byOldId = new Map<string, Account>()
  const byEmail = new Map<string, Account>()
  /** Null: several people have this name. */
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

/** Whoever a stamp names; null when it names nobody. Without an id, the one person of that name, or somebody whom nobody else is. */
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
