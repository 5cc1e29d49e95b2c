import * as z from 'zod/mini'

/** Roles are cumulative: 0 Visitor, 1 Member, 2 Manager, 3 Coordinator, 4 Administrator. */
export type Actor = { id: string; name: string; role: number }

export const MEMBER = 1
export const MANAGER = 2
export const COORDINATOR = 3
export const ADMINISTRATOR = 4

export const isMember = (actor: Pick<Actor, 'role'>) => actor.role >= MEMBER
export const isManager = (actor: Pick<Actor, 'role'>) => actor.role >= MANAGER

/** When someone deletes their account, their safety records remain, but not their name. */
export const FORMER_USER = 'Former user'

export const Role = z.int().check(z.gte(MEMBER), z.lte(ADMINISTRATOR))

export const Person = z.object({
  id: z.uuid(),
  displayName: z.string(),
  email: z.string(),
  phone: z.string(),
  role: Role,
  /** A disabled person can't log in. Their records remain under their name. */
  disabled: z.boolean(),
  /** Missing in data stored by earlier app versions. */
  pictureId: z.optional(z.nullable(z.uuid())),
  createdAt: z.iso.datetime(),
})
export type Person = z.infer<typeof Person>

/** A row of the table `people`, without secrets. */
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
