import { MEMBER } from './person.ts'

export const RECOVERY_CODES = 10

/** PE16: someone whose role needs a passkey has the rights of a member until they have one. */
export const roleInForce = (role: number, hasPasskey: boolean, passkeyFromRole: number | null): number =>
  passkeyFromRole !== null && role >= passkeyFromRole && !hasPasskey ? Math.min(role, MEMBER) : role
