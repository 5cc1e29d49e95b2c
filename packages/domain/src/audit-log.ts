/** The log records actions and refusals (RULES.md, PE17). */
import { type Actor, COORDINATOR } from './person/person.ts'

export const AUDIT_EVENTS = {
  'signed-in': 'Logged in',
  'sign-in-refused': 'Login refused',
  'signed-out': 'Logged out',
  'sessions-ended': 'Ended sessions on other devices',
  registered: 'Registered',
  'password-set': 'Set a password with a link',
  'password-reset-requested': 'Password reset requested',
  'password-changed': 'Changed their password',
  'email-change-requested': 'Requested a change of email address',
  'email-changed': 'Changed their email address',
  'name-changed': 'Changed their name',
  'phone-changed': 'Changed a phone number',
  'passkey-added': 'Added a passkey',
  'passkey-link-sent': 'Requested a link to add a passkey',
  'passkey-removed': 'Removed a passkey',
  'account-taken-back': 'Recovered their account with a link',
  'recovery-codes-made': 'Created recovery codes',
  'recovery-code-used': 'Used a recovery code',
  'sign-on-linked': 'Connected single sign-on',
  'second-factor-reset-requested': 'Requested a second factor reset',
  'second-factor-reset-withdrawn': 'Withdrew a second factor reset',
  'second-factor-reset': 'Reset a second factor',
  'address-confirmed': 'Confirmed an email address after a restore',
  'user-created': 'Added a user',
  'account-requested': 'Requested an account',
  'account-request-declined': 'Declined an account request',
  'brought-over': 'Imported from the previous app',
  invited: 'Was sent a link to set a password',
  'role-changed': 'Changed a role',
  disabled: 'Disabled an account',
  enabled: 'Enabled an account',
  'account-deleted': 'Deleted an account',
  exported: 'Exported a list',
  'audit-log-read': 'Viewed the audit log (first time that hour)',
  'settings-changed': 'Changed settings',
  'photo-blurred': 'Blurred a photo',
  'photo-original-opened': 'Opened an original photo',
  'report-contact-deleted': 'Deleted the contact details in a report',
  restored: 'Restored from a backup',
  imported: 'Imported data from an export',
  'brief-link-made': 'Created a responder link',
  'brief-link-opened': 'Opened a responder link',
  'brief-link-refused': 'Responder link refused',
  'key-made': 'Created an API key',
  'key-taken-over': 'Took over an API key',
  'key-revoked': 'Revoked an API key',
  'key-used': 'API key used (first time that day)',
  'webhook-added': 'Added a webhook',
  'webhook-taken-over': 'Took over a webhook',
  'webhook-secret-made': 'Created a new secret for a webhook',
  'webhook-paused': 'Paused a webhook',
  'webhook-resumed': 'Resumed a webhook',
  'webhook-removed': 'Removed a webhook',
  'reporter-muted': 'Muted a reporter',
  'reporter-unmuted': 'Unmuted a reporter',
  'proposal-made': 'Proposed a trail status',
  'proposal-confirmed': 'Confirmed a proposed trail status',
  'proposal-declined': 'Declined a proposed trail status',
  'proposal-withdrawn': 'Withdrew a proposed trail status',
  'point-entered': 'Entered a change that needs confirmation',
  'point-confirmed': 'Confirmed a point',
  'point-sent-back': 'Sent a point back',
  refused: 'Request refused',
} as const
export type AuditEvent = keyof typeof AUDIT_EVENTS

// The cast is safe because the values are the keys of an object literal.
export const AUDIT_EVENT_NAMES = Object.keys(AUDIT_EVENTS) as [AuditEvent, ...AuditEvent[]]

export const auditEventTitle = (event: string): string => AUDIT_EVENTS[event as AuditEvent] ?? event

/** The `subjectId` of other events is the ID of a link, key, webhook, reporter or photo. */
export const isAboutPerson = (event: string): boolean => !/^(brief-link|key|webhook|reporter|photo|report-contact)-/.test(event)

export const seesWholeAuditLog = (actor: Pick<Actor, 'role'>): boolean => actor.role >= COORDINATOR
