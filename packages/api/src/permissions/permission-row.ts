import { ADMINISTRATOR, type KeyScope, MANAGER, MEMBER } from '@trailwarden/domain'
import type { Condition } from './conditions.ts'

export type Permission = {
  /** The lowest role that may call the route. 0 is everyone, logged in or not. */
  role: number
  /** The scope that an API key needs. Only programs with a key can call a route with a scope. */
  scope?: KeyScope
  when?: readonly Condition[]
  fields?: Readonly<Record<string, readonly Condition[]>>
}

export type Permissions = Readonly<Record<string, Permission>>

export const open: Permission = { role: 0 }
export const members: Permission = { role: MEMBER }
export const managers: Permission = { role: MANAGER }
export const administrators: Permission = { role: ADMINISTRATOR }
export const byKey = (scope: KeyScope): Permission => ({ role: ADMINISTRATOR + 1, scope })
