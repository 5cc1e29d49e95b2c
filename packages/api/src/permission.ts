/**
 * The server enforces this table and doesn't start if the table lacks a route. Screens use the table only to decide which buttons to show.
 */
import { type Actor, ADMINISTRATOR, COORDINATOR, MEMBER, type Refusal } from '@trailwarden/domain'
import { actionsPermissions } from './permissions/actions.ts'
import { billingPermissions } from './permissions/billing.ts'
import { briefsPermissions } from './permissions/briefs.ts'
import { CONDITIONS, type Condition, type Conditions, type Situation } from './permissions/conditions.ts'
import { keysPermissions } from './permissions/keys.ts'
import { operationsPermissions } from './permissions/operations.ts'
import { overviewPermissions } from './permissions/overview.ts'
import { peoplePermissions } from './permissions/people.ts'
import type { Permissions } from './permissions/permission-row.ts'
import { photosPermissions } from './permissions/photos.ts'
import { reportsPermissions } from './permissions/reports.ts'
import { serverPermissions } from './permissions/server.ts'
import { sitePermissions } from './permissions/site.ts'
import { syncPermissions } from './permissions/sync.ts'
import { trailStatusPermissions } from './permissions/trail-status.ts'
import { warningsPermissions } from './permissions/warnings.ts'
import { webhooksPermissions } from './permissions/webhooks.ts'

export { CONDITIONS, type Condition, type Situation } from './permissions/conditions.ts'
export type { Permission, Permissions } from './permissions/permission-row.ts'

const REFUSALS: Record<Condition, Refusal> = {
  'not-oneself': { code: 'not-allowed', detail: 'people can’t do this to their own account' },
  'not-above-own-role': { code: 'not-allowed', detail: 'this person has a higher role than you' },
  'grants-at-most-own-role': { code: 'not-allowed', detail: 'nobody can assign a role above their own' },
  'coordinators-make-managers': { code: 'not-allowed', detail: 'only coordinators and administrators can make someone a manager' },
  'not-who-let-one-in': { code: 'not-allowed', detail: 'this person gave you access less than 30 days ago' },
  'leaves-a-manager': { code: 'last-manager', detail: 'this would leave nobody to manage the network' },
  'leaves-a-way-in': { code: 'last-way-in', detail: 'this would leave no administrator with a password or passkey' },
}

export const PERMISSIONS: Permissions = {
  ...serverPermissions,
  ...actionsPermissions,
  ...briefsPermissions,
  ...operationsPermissions,
  ...overviewPermissions,
  ...peoplePermissions,
  ...photosPermissions,
  ...reportsPermissions,
  ...sitePermissions,
  ...syncPermissions,
  ...trailStatusPermissions,
  ...billingPermissions,
  ...keysPermissions,
  ...warningsPermissions,
  ...webhooksPermissions,
}

/** A parameter of the server, so that tests can change a single rule. */
export type Rulebook = { permissions: Permissions; conditions: Conditions }
export const RULEBOOK: Rulebook = { permissions: PERMISSIONS, conditions: CONDITIONS }

/** Nobody may call a route that isn't in the table. */
export function mayCall(route: string, role: number, { permissions }: Rulebook = RULEBOOK): boolean {
  const permission = permissions[route]
  return permission !== undefined && role >= permission.role
}

/** Returns the first field that the route never writes. Without fields in the table, the route's schema decides. */
export function unwritableField(route: string, fields: readonly string[], { permissions }: Rulebook = RULEBOOK): string | null {
  const writable = permissions[route]?.fields
  return (writable && fields.find((field) => writable[field] === undefined)) ?? null
}

export function refusalFor(route: string, fields: readonly string[], situation: Situation, rulebook: Rulebook = RULEBOOK): Refusal | null {
  const permission = rulebook.permissions[route]
  if (!permission || !mayCall(route, situation.actor.role, rulebook))
    return { code: 'not-allowed', detail: 'your role does not allow this' }
  const unwritable = unwritableField(route, fields, rulebook)
  if (unwritable !== null) return { code: 'not-valid', detail: `${unwritable} can’t be written here` }
  const set = [...(permission.when ?? []), ...fields.flatMap((field) => permission.fields?.[field] ?? [])]
  const broken = set.find((condition) => !rulebook.conditions[condition](situation))
  return broken === undefined ? null : REFUSALS[broken]
}

export const rolesToGrant = (actor: Pick<Actor, 'role'>) =>
  Array.from({ length: ADMINISTRATOR }, (_, i) => i + 1).filter((role) => role <= (actor.role >= COORDINATOR ? actor.role : MEMBER))
