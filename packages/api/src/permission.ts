/**
 * Who may do what: every route of the server with the role it needs and the conditions it sets. The server refuses by this table
 * and does not start with a route that has no row; screens ask it before they offer a button. Only the server's answer counts.
 */
import type { KeyScope, Refusal } from '@trailwarden/domain'
import { type Actor, ADMINISTRATOR, MANAGER, MEMBER } from '@trailwarden/domain'

export type Subject = { id: string; role: number }

/** What a condition may look at: who asks, whom it is about, what is to change, and whether others could still manage the network. */
export type Situation = {
  actor: Pick<Actor, 'id' | 'role'>
  subject: Subject
  change: { role?: number | undefined }
  /** Managers besides the subject who can sign in. */
  otherManagers: number
  /** The subject is the only administrator left who signs in with a password or a passkey. */
  isLastWayIn: boolean
}

/** Each condition says when it holds (RULES.md, PE). A row names the conditions that it sets. */
export const CONDITIONS = {
  'not-oneself': ({ actor, subject }: Situation) => actor.id !== subject.id,
  'not-above-own-role': ({ actor, subject }: Situation) => subject.role <= actor.role,
  'grants-at-most-own-role': ({ actor, change }: Situation) => change.role === undefined || change.role <= actor.role,
  'leaves-a-manager': ({ subject, otherManagers }: Situation) => subject.role < MANAGER || otherManagers > 0,
  'leaves-a-way-in': ({ isLastWayIn }: Situation) => !isLastWayIn,
} as const
export type Condition = keyof typeof CONDITIONS
export type Conditions = Record<Condition, (situation: Situation) => boolean>

const REFUSALS: Record<Condition, Refusal> = {
  'not-oneself': { code: 'not-allowed', detail: 'this cannot be done to oneself' },
  'not-above-own-role': { code: 'not-allowed', detail: 'the person stands above your role' },
  'grants-at-most-own-role': { code: 'not-allowed', detail: 'nobody grants more than their own role' },
  'leaves-a-manager': { code: 'last-manager', detail: 'nobody would be left to manage the network' },
  'leaves-a-way-in': { code: 'last-way-in', detail: 'no administrator with a password or passkey would be left' },
}

export type Permission = {
  /** The lowest role that may call; 0 is everyone, signed in or not. */
  role: number
  /** What a program's key must be good for. Such calls are for keys alone: their role is one that nobody has. */
  scope?: KeyScope
  /** What must hold for the call as a whole. */
  when?: readonly Condition[]
  /** What must hold for each field that may be written. A field that is not named here is never written. */
  fields?: Readonly<Record<string, readonly Condition[]>>
}

const open: Permission = { role: 0 }
const members: Permission = { role: MEMBER }
const administrators: Permission = { role: ADMINISTRATOR }
const byKey = (scope: KeyScope): Permission => ({ role: ADMINISTRATOR + 1, scope })

/** Method and path as the server names them. `GET /*` are the pages and files of the app: the same for everyone. */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  'GET /*': open,
  'GET /api/public/status': open,
  'GET /api/public/warnings': open,
  'GET /api/public/hazards': open,
  'GET /api/public/alerts': open,
  'GET /api/public/page-data': open,
  'GET /api/public/site-data': open,
  'GET /api/public/trails.geojson': open,
  'GET /api/public/guide': open,
  'GET /api/docs': open,
  'GET /api/docs/openapi.json': open,

  'POST /api/account/register': open,
  'POST /api/account/request': open,
  'POST /api/account/login': open,
  'POST /api/account/passkey-challenge': open,
  'POST /api/account/passkey-login': open,
  // Only there where a provider is set up.
  'POST /api/account/sign-on': open,
  'GET /api/account/sign-on/callback': open,
  'POST /api/account/reset-password': open,
  'POST /api/account/set-password': open,
  'POST /api/account/confirm-email': open,
  // Signing out without a session is no error: the wish is already fulfilled.
  'POST /api/account/logout': open,
  'POST /api/account/change-password': members,
  'POST /api/account/change-email': members,
  'POST /api/account/change-name': members,
  'POST /api/account/delete': { role: MEMBER, when: ['leaves-a-manager', 'leaves-a-way-in'] },

  // The answer to a visitor is "nobody", which is how a phone learns that its session has ended.
  'GET /api/me': open,
  'PATCH /api/me': { role: MEMBER, fields: { phone: [] } },
  'PUT /api/me/picture': members,
  'GET /api/me/sessions': members,
  'DELETE /api/me/sessions': members,
  'DELETE /api/me/sessions/:id': members,

  'GET /api/me/passkeys': members,
  'POST /api/me/passkeys/options': members,
  'POST /api/me/passkeys': members,
  'POST /api/me/passkeys/:id/remove': members,
  'POST /api/me/recovery-codes': members,

  'GET /api/users': { role: MANAGER },
  'GET /api/users/:id': { role: MANAGER },
  'GET /api/user-access': { role: MANAGER },
  'POST /api/users': { role: MANAGER, fields: { displayName: [], email: [], role: ['grants-at-most-own-role'] } },
  'POST /api/users/:id/invitation': { role: MANAGER, when: ['not-above-own-role'], fields: {} },
  'POST /api/account-requests/:id/confirm': { role: MANAGER, fields: {} },
  'DELETE /api/account-requests/:id': { role: MANAGER },
  // That a manager is always left follows here from 'not-oneself': the one who asks is a manager, and stays one.
  'PATCH /api/users/:id': {
    role: MANAGER,
    fields: {
      phone: ['not-above-own-role'],
      role: ['not-oneself', 'not-above-own-role', 'grants-at-most-own-role', 'leaves-a-way-in'],
      disabled: ['not-oneself', 'not-above-own-role', 'leaves-a-way-in'],
    },
  },
  'DELETE /api/users/:id': { role: MANAGER, when: ['not-oneself', 'not-above-own-role', 'leaves-a-way-in'] },

  // What each command and document may be is judged record by record (RULES.md, A, S, T).
  'POST /api/push': members,
  'GET /api/pull': members,
  'GET /api/events': members,
  'PUT /api/photos/:id': members,
  'GET /api/photos/:id': members,
  'GET /api/actions/archived': members,
  'GET /api/actions/:id/history': { role: MANAGER },
  'GET /api/points/:id/history': { role: MANAGER },
  'GET /api/trail-lines/:id/history': { role: MANAGER },
  'POST /api/exports': { role: MANAGER },
  'GET /api/site-state': { role: MANAGER },
  'GET /api/management/overview': { role: MANAGER },
  // Managers get their own entries of it, those above everyone's (PE17).
  'GET /api/audit-log': { role: MANAGER },
  'GET /api/system-status': administrators,
  'GET /api/sign-in-settings': administrators,
  'POST /api/sign-in-settings/test': { role: ADMINISTRATOR, fields: {} },
  'GET /api/keys': administrators,
  'POST /api/keys': { role: ADMINISTRATOR, fields: { name: [], scopes: [], days: [] } },
  'DELETE /api/keys/:id': administrators,
  'GET /api/webhooks': administrators,
  'POST /api/webhooks': { role: ADMINISTRATOR, fields: { name: [], url: [], events: [] } },
  'PATCH /api/webhooks/:id': { role: ADMINISTRATOR, fields: { paused: [] } },
  'DELETE /api/webhooks/:id': administrators,
  'POST /api/webhooks/:id/secret': { role: ADMINISTRATOR, fields: {} },
  'POST /api/webhooks/:id/test': { role: ADMINISTRATOR, fields: {} },
  'GET /api/webhooks/:id/tries': administrators,

  // For other programs, by a key and never by a session (docs/api-keys-and-webhooks.md).
  'GET /api/v1/status': byKey('read-status'),
  'PUT /api/v1/status-updates/:id': byKey('post-status'),
  'GET /api/v1/actions': byKey('read-actions'),
  'GET /api/v1/actions/:id': byKey('read-actions'),

  // Without an account: a device sends reports and their photos, and fetches its own; a link shows what became of one.
  'POST /api/reports/push': open,
  'GET /api/reports/pull': open,
  'PUT /api/reports/photos/:id': open,
  'POST /api/report-links/open': open,
  'POST /api/report-links/photo': open,
  'POST /api/report-links/forget-contact': open,

  'POST /api/subscriptions': open,
  'POST /api/subscriptions/confirm': open,
  // Whoever holds an email may end it: mail programs do so by themselves, without any session.
  'GET /api/subscriptions/:id/unsubscribe': open,
  'POST /api/subscriptions/:id/unsubscribe': open,
  // Whoever holds the random id of a browser's alerts is that browser.
  'POST /api/alerts': open,
  'GET /api/alerts/:id': open,
  'DELETE /api/alerts/:id': open,
  'DELETE /api/alerts/:id/:kind/:topic': open,
  'POST /api/alerts/reach': { role: MANAGER, fields: { networks: [], trails: [], closures: [], basedOn: [] } },
  // What members see anyway (A8); a link, made by a manager, opens it to those who hold it, until it ends.
  'GET /api/open-hazards': members,
  'POST /api/brief-links': { role: MANAGER, fields: { code: [], hours: [] } },
  'POST /api/brief-links/open': open,

  // Only there where the site has plans. Whoever stands above a member has nothing to buy: the route refuses them.
  'GET /api/billing': members,
  'POST /api/billing/checkout': { role: MEMBER, fields: { price: [] } },
  'POST /api/billing/portal': { role: MEMBER, fields: {} },
  // The payment provider's, known by the signature of what it sends.
  'POST /api/billing/webhook': open,

  // Only there in development: the emails that were not sent.
  'GET /dev/mail': open,
  'GET /dev/mail.json': open,
}

/** The table together with the meaning of its conditions: what the server is built with. Tests build it with one rule bent. */
export type Rulebook = { permissions: Readonly<Record<string, Permission>>; conditions: Conditions }
export const RULEBOOK: Rulebook = { permissions: PERMISSIONS, conditions: CONDITIONS }

/** May someone of this role call the route at all? Unknown routes are nobody's. */
export function mayCall(route: string, role: number, { permissions }: Rulebook = RULEBOOK): boolean {
  const permission = permissions[route]
  return permission !== undefined && role >= permission.role
}

/** The first of these fields that the route never writes. Routes whose row names no fields leave the matter to their schema. */
export function unwritableField(route: string, fields: readonly string[], { permissions }: Rulebook = RULEBOOK): string | null {
  const writable = permissions[route]?.fields
  return (writable && fields.find((field) => writable[field] === undefined)) ?? null
}

/** Why the change may not be made: the role, a field that is not for writing, or the first condition that does not hold; null if it may. */
export function refusalFor(route: string, fields: readonly string[], situation: Situation, rulebook: Rulebook = RULEBOOK): Refusal | null {
  const permission = rulebook.permissions[route]
  if (!permission || !mayCall(route, situation.actor.role, rulebook))
    return { code: 'not-allowed', detail: 'your role does not allow this' }
  const unwritable = unwritableField(route, fields, rulebook)
  if (unwritable !== null) return { code: 'not-valid', detail: `${unwritable} is never written here` }
  const set = [...(permission.when ?? []), ...fields.flatMap((field) => permission.fields?.[field] ?? [])]
  const broken = set.find((condition) => !rulebook.conditions[condition](situation))
  return broken === undefined ? null : REFUSALS[broken]
}

/** Roles a person may give to another: what the form offers. */
export const rolesToGrant = (actor: Pick<Actor, 'role'>) =>
  Array.from({ length: ADMINISTRATOR }, (_, i) => i + 1).filter((role) => role <= actor.role)
