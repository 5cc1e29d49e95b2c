/**
 * For a person who returns from the council's single sign-on (PE20, PE21; docs/decisions/0043). All changes are in one transaction, which
 * begins after the provider has responded.
 */
import { randomUUID } from 'node:crypto'
import type { SignOnProblem } from '@trailwarden/api'
import {
  ADMINISTRATOR,
  accept,
  type Decision,
  DisplayName,
  Email,
  followGroups,
  type GroupRoles,
  MANAGER,
  MEMBER,
  type PersonRecord,
  refuse,
  roleOfGroups,
  wayIn,
} from '@trailwarden/domain'
import { sql } from 'kysely'
import { audit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { recordAccountRequest } from '../accounts/account-requests.ts'
import { type PeopleDependencies, queueEmail } from '../accounts/accounts.ts'
import { isAddressDoubtful } from '../accounts/doubtful-addresses.ts'
import { dropLinks } from '../accounts/links.ts'
import { addPerson, findPersonByEmail, lockLocalAdministrators, lockManagers } from '../people-store.ts'
import { endSessions } from '../sessions/sessions.ts'
import { acceptInvitation, findInvitation } from '../users/invitations.ts'
import { setRole } from '../users/users.ts'
import type { Visitor } from './sign-on-provider.ts'

export type SignOnRules = {
  /** Null accepts all domains, if the operator explicitly allows it. */
  domains: readonly string[] | null
  roles: GroupRoles
}

type Outcome = Decision<PersonRecord, SignOnProblem>
const no = (code: SignOnProblem): Outcome => refuse(code, code)

/** Names must follow our rules (PE3), and are shortened if necessary. */
export function displayNameFrom(names: readonly string[]): string {
  const shortened = names.map((name) => {
    const [first = '', ...rest] = name
      .normalize('NFC')
      .replace(/@.*$/, '')
      .replace(/[^\p{L}\p{M}\p{Nd}'’ -]+/gu, ' ')
      .trim()
      .split(/\s+/)
    return `${first.slice(0, 12)} ${rest.join(' ').slice(0, 20)}`.replace(/['’-]+(?=\s|$)/g, '').trim()
  })
  for (const name of [...names, ...shortened]) {
    const parsed = DisplayName.safeParse(name)
    if (parsed.success) return parsed.data
  }
  return 'New member'
}

function addressOf({ verifiedEmail }: Visitor, { domains }: SignOnRules): string | null {
  const parsed = Email.safeParse(verifiedEmail)
  if (!parsed.success) return null
  const domain = parsed.data.slice(parsed.data.lastIndexOf('@') + 1)
  return domains === null || domains.includes(domain) ? parsed.data : null
}

export async function signOn(people: PeopleDependencies, rules: SignOnRules, visitor: Visitor, now: Date): Promise<Outcome> {
  return people.db.transaction().execute(async (tx) => {
    const { issuer, subject } = visitor
    // A person's simultaneous first logins on two devices run one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(tx)
    const known = await tx
      .selectFrom('oidcIdentities')
      .innerJoin('people', 'people.id', 'oidcIdentities.personId')
      .selectAll('people')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .forUpdate()
      .executeTakeFirst()
    const outcome = known ? accept(known) : await linkOrCreate(people, tx, rules, visitor, now)
    if (!outcome.ok) {
      await audit(tx, 'sign-in-refused', { details: { reason: outcome.refusal.code } }, now)
      return outcome
    }
    if (outcome.record.disabled) {
      await audit(tx, 'sign-in-refused', { subjectId: outcome.record.id, details: { reason: 'disabled' } }, now)
      return no('sign-on-refused')
    }
    const person = await followTheirGroups(people, tx, rules, visitor, outcome.record, now)
    await tx.updateTable('oidcIdentities').set({ lastUsedAt: now }).where('issuer', '=', issuer).where('subject', '=', subject).execute()
    await audit(tx, 'signed-in', { actorId: person.id, subjectId: person.id, details: { by: 'single sign-on' } }, now)
    return accept(person)
  })
}

async function linkOrCreate(people: PeopleDependencies, tx: Tx, rules: SignOnRules, visitor: Visitor, now: Date): Promise<Outcome> {
  const email = addressOf(visitor, rules)
  if (!email) return no('sign-on-email')
  const owner = await findPersonByEmail(tx, email)
  return owner ? link(people, tx, visitor, owner, now) : create(people, tx, rules, visitor, email, now)
}

const addIdentity = (tx: Tx, { issuer, subject }: Visitor, personId: string, now: Date) =>
  tx.insertInto('oidcIdentities').values({ issuer, subject, personId, givenRole: null, linkedAt: now, lastUsedAt: now }).execute()

/** An owner who has used a link sent to the address has proven ownership of the address. */
const isAddressProven = async (db: Db, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('auditLog')
    .select('id')
    .where('subjectId', '=', personId)
    .where('event', 'in', ['password-set', 'email-changed'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Links the account with this address to the visitor, once. From then on, only the provider's id for the person counts. */
async function link(people: PeopleDependencies, tx: Tx, visitor: Visitor, owner: PersonRecord, now: Date): Promise<Outcome> {
  if (owner.disabled || (await isAddressDoubtful(tx, owner.email))) return no('sign-on-refused')
  const other = tx.selectFrom('oidcIdentities').select('subject').where('issuer', '=', visitor.issuer).where('personId', '=', owner.id)
  // At the provider, the address used to belong to another person. Its new owner must not get that person's account.
  if (await other.executeTakeFirst()) return no('sign-on-refused')
  const invitation = await findInvitation(tx, owner.id)
  if (invitation && invitation.expiresAt <= now) return no('sign-on-refused')
  if (!invitation && !(await isAddressProven(tx, owner.id))) {
    // Anyone may have registered with this address, and would still have access to the real owner's account.
    const local = await lockLocalAdministrators(tx)
    if (local.includes(owner.id) && local.length === 1) return no('sign-on-refused')
    for (const table of ['passwords', 'passkeys', 'recoveryCodes'] as const)
      await tx.deleteFrom(table).where('personId', '=', owner.id).execute()
    await endSessions(tx, owner.id)
  }
  await acceptInvitation(tx, owner.id)
  await dropLinks(tx, owner.id)
  await addIdentity(tx, visitor, owner.id, now)
  await audit(tx, 'sign-on-linked', { actorId: owner.id, subjectId: owner.id }, now)
  await queueEmail(people, tx, 'sign-on-linked', owner, now)
  return accept(owner)
}

async function create(
  people: PeopleDependencies,
  tx: Tx,
  rules: SignOnRules,
  visitor: Visitor,
  email: string,
  now: Date,
): Promise<Outcome> {
  const way = wayIn(people.registration)
  if (way === null) return no('sign-on-no-account')
  const displayName = displayNameFrom([...visitor.names, email])
  // The council has already approved people in a group that grants a role.
  if (way === 'request' && roleOfGroups(visitor.groups ?? [], rules.roles) === null) {
    await recordAccountRequest(people, tx, { displayName, email }, null, now)
    return no('sign-on-waiting')
  }
  const person = { id: randomUUID(), displayName, email, phone: '', role: MEMBER, disabled: false, createdAt: now, createdBy: null }
  const added = await addPerson(tx, person)
  if (!added) return no('sign-on-failed')
  await tx.deleteFrom('accountRequests').where('email', '=', email).execute()
  await addIdentity(tx, visitor, added.id, now)
  await audit(tx, 'registered', { actorId: added.id, subjectId: added.id, details: { by: 'single sign-on' } }, now)
  return accept(added)
}

/** PE20: the role follows the groups, unless that would remove the last manager or the last administrator with another way to log in. */
async function followTheirGroups(
  people: PeopleDependencies,
  tx: Tx,
  { roles }: SignOnRules,
  { issuer, groups }: Visitor,
  person: PersonRecord,
  now: Date,
): Promise<PersonRecord> {
  if (Object.keys(roles).length === 0 || groups === null) return person
  const identity = tx.selectFrom('oidcIdentities').select('givenRole').where('issuer', '=', issuer).where('personId', '=', person.id)
  const { givenRole } = await identity.executeTakeFirstOrThrow()
  const given = roleOfGroups(groups, roles)
  const wanted = followGroups(person.role, givenRole, given)
  const role = wanted < person.role && (await wouldLockOut(tx, person, wanted)) ? person.role : wanted
  const givenNow = role === given ? given : null
  await tx
    .updateTable('oidcIdentities')
    .set({ givenRole: givenNow })
    .where('issuer', '=', issuer)
    .where('personId', '=', person.id)
    .execute()
  if (role === person.role) return person
  await setRole(people, tx, person, role, 'groups', now)
  return { ...person, role }
}

async function wouldLockOut(tx: Tx, person: PersonRecord, role: number): Promise<boolean> {
  const local = await lockLocalAdministrators(tx)
  if (role < ADMINISTRATOR && local.includes(person.id) && local.length === 1) return true
  return role < MANAGER && !(await lockManagers(tx)).some(({ id }) => id !== person.id)
}
