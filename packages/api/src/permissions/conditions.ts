import { type Actor, COORDINATOR, MANAGER } from '@trailwarden/domain'

export type Subject = { id: string; role: number }

export type Situation = {
  actor: Pick<Actor, 'id' | 'role'>
  subject: Subject
  change: { role?: number | undefined; disabled?: boolean | undefined }
  /** Managers who can log in, not counting the subject. */
  otherManagers: number
  /** Whether the subject is the last administrator who can log in with a password or a passkey. */
  isLastWayIn: boolean
  /** Whether the subject granted the caller access within the last 30 days, directly or through others. */
  letActorIn: boolean
}

/** Rows of the permission table refer to these conditions by name (RULES.md, PE). */
export const CONDITIONS = {
  'not-oneself': ({ actor, subject }: Situation) => actor.id !== subject.id,
  'not-above-own-role': ({ actor, subject }: Situation) => subject.role <= actor.role,
  'grants-at-most-own-role': ({ actor, change }: Situation) => change.role === undefined || change.role <= actor.role,
  // AP1: applies to granting the role, and to enabling an account with the role.
  'coordinators-make-managers': ({ actor, subject, change }: Situation) => {
    const { role = subject.role, disabled } = change
    return actor.role >= COORDINATOR || role < MANAGER || (role <= subject.role && disabled !== false)
  },
  'not-who-let-one-in': ({ letActorIn }: Situation) => !letActorIn,
  'leaves-a-manager': ({ subject, otherManagers }: Situation) => subject.role < MANAGER || otherManagers > 0,
  'leaves-a-way-in': ({ isLastWayIn }: Situation) => !isLastWayIn,
} as const
export type Condition = keyof typeof CONDITIONS
export type Conditions = Record<Condition, (situation: Situation) => boolean>
