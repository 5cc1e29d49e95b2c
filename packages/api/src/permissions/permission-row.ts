/** Types for the rows of the permission table, and rows that many features share. */
import { ADMINISTRATOR, type KeyScope, MANAGER, MEMBER } from '@trailwarden/domain'
import type { Condition } from './conditions.ts'

export type Permission = {
  /** The lowest role that may call the route. 0 is everyone, logged in or not. */
  role: number
  /** The scope that an API key needs. Only programs with a key can call these routes, because no user has their role. */
  scope?: KeyScope
  /** Conditions for the whole call. */
  when?: readonly Condition[]
  /** The fields that can be written, each with its conditions. */
  fields?: Readonly<Record<string, readonly Condition[]>>
}

/** The keys are method and path, as the server writes them. */
export type Permissions = Readonly<Record<string, Permission>>

export const open: Permission = { role: 0 }
export const members: Permission = { role: MEMBER }
export const managers: Permission = { role: MANAGER }
export const administrators: Permission = { role: ADMINISTRATOR }
export const byKey = (scope: KeyScope): Permission => ({ role: ADMINISTRATOR + 1, scope })
