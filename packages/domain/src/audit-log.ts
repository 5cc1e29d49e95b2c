/** The log of what was done and refused: its events by their English titles, and who reads how much of it (RULES.md, PE17). */
import { type Actor, COORDINATOR } from './person/person.ts'

/** Every event there is. A new one gets its title here, or nothing can write it. */
export const AUDIT_EVENTS = {
  'signed-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  registered: 'Registered',
  'password-set': 'Set a password by link',
  'password-changed': 'Changed their password',
  'email-changed': 'Changed their email address',
  'passkey-added': 'Added a passkey',
  'passkey-removed': 'Removed a passkey',
  'recovery-codes-made': 'Made recovery codes',
  'recovery-code-used': 'Used a recovery code',
  'sign-on-linked': 'Connected single sign-on',
  'second-factor-reset': 'Removed passkeys and recovery codes',
  'user-created': 'Added a user',
  'account-requested': 'Asked for an account',
  'account-request-declined': 'Declined a request for an account',
  'brought-over': 'Brought over from the old app',
  invited: 'Was sent a link to choose a password',
  'role-changed': 'Changed a role',
  disabled: 'Disabled an account',
  enabled: 'Enabled an account',
  'account-deleted': 'Deleted an account',
  exported: 'Exported a list',
  'brief-link-made': 'Made a link for responders',
  'brief-link-opened': 'Opened a link for responders',
  'brief-link-refused': 'Link for responders refused',
  'key-made': 'Made a key',
  'key-revoked': 'Revoked a key',
  'key-used': 'Key used, first time that day',
  'webhook-added': 'Added a webhook',
  'webhook-secret-made': 'Made a new secret for a webhook',
  'webhook-paused': 'Paused a webhook',
  'webhook-resumed': 'Started a webhook again',
  'webhook-removed': 'Removed a webhook',
  'reporter-muted': 'Muted a reporter',
  'reporter-unmuted': 'Unmuted a reporter',
  refused: 'Request refused',
} as const
export type AuditEvent = keyof typeof AUDIT_EVENTS

// Safe: the keys of a literal.
export const AUDIT_EVENT_NAMES = Object.keys(AUDIT_EVENTS) as [AuditEvent, ...AuditEvent[]]

/** A name that this version does not know stands for itself. */
export const auditEventTitle = (event: string): string => AUDIT_EVENTS[event as AuditEvent] ?? event

/** What a line's `subjectId` names: a person, except for links, keys, webhooks and reporters, which have ids of their own. */
export const isAboutPerson = (event: string): boolean => !/^(brief-link|key|webhook|reporter)-/.test(event)

export const seesWholeAuditLog = (actor: Pick<Actor, 'role'>): boolean => actor.role >= COORDINATOR
