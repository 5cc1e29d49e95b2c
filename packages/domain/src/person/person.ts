/** People as everyone speaks of them: roles, names, and who may know or change what of whom (RULES.md, PE). */
import * as z from 'zod/mini'

/** The person on whose behalf a rule is asked. Roles are cumulative: 0 Visitor, 1 Member, 2 Manager, 3 Coordinator, 4 Administrator. */
export type Actor = { id: string; name: string; role: number }

export const MEMBER = 1
export const MANAGER = 2
export const COORDINATOR = 3
export const ADMINISTRATOR = 4

export const isMember = (actor: Pick<Actor, 'role'>) => actor.role >= MEMBER
export const isManager = (actor: Pick<Actor, 'role'>) => actor.role >= MANAGER

/** What stands in place of a name once its person has deleted their account: the safety record stays, the person does not. */
export const FORMER_USER = 'Former user'

export const Role = z.int().check(z.gte(MEMBER), z.lte(ADMINISTRATOR))

/** A person as managers and the person alone see them. */
export const Person = z.object({
  id: z.uuid(),
  displayName: z.string(),
  email: z.string(),
  phone: z.string(),
  role: Role,
  /** A disabled person cannot sign in; their records stay under their name. */
  disabled: z.boolean(),
  /** The photo that shows them. Missing in what an earlier version of the app has stored. */
  pictureId: z.optional(z.nullable(z.uuid())),
  createdAt: z.iso.datetime(),
})
export type Person = z.infer<typeof Person>

/** A row of the table `people`: everything of a person that is not a secret. */
export type PersonRecord = Omit<Person, 'createdAt'> & { createdAt: Date; createdBy: string | null }

export const personOf = ({ id, displayName, email, phone, role, disabled, pictureId, createdAt }: PersonRecord): Person => ({
  id,
  displayName,
  email,
  phone,
  role,
  disabled,
  pictureId: pictureId ?? null,
  createdAt: createdAt.toISOString(),
})

export const actorOf = (person: Pick<PersonRecord, 'id' | 'displayName' | 'role'>): Actor => ({
  id: person.id,
  name: person.displayName,
  role: person.role,
})
