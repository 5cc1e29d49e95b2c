/**
 * Lists the requests that are in the audit log, and explains why the others aren't. Every route that changes something is in one of these
 * two tables.
 */
import type { AuditEvent } from '@trailwarden/domain'

export const AUDITED_ROUTES: Readonly<Record<string, AuditEvent>> = {
  'POST /api/account/register': 'registered',
  'POST /api/account/login': 'signed-in',
  'POST /api/account/reset-password': 'password-reset-requested',
  'POST /api/account/set-password': 'password-set',
  'POST /api/account/confirm-email': 'email-changed',
  'POST /api/account/logout': 'signed-out',
  'POST /api/account/change-password': 'password-changed',
  'POST /api/account/change-email': 'email-change-requested',
  'POST /api/account/change-name': 'name-changed',
  'POST /api/account/delete': 'account-deleted',
  'PATCH /api/me': 'phone-changed',
  'DELETE /api/me/sessions': 'sessions-ended',
  'DELETE /api/me/sessions/:id': 'sessions-ended',
  'POST /api/me/passkeys/link': 'passkey-link-sent',
  'POST /api/users': 'user-created',
  'POST /api/users/:id/invitation': 'invited',
  'DELETE /api/account-requests/:id': 'account-request-declined',
  'POST /api/account-requests/:id/confirm': 'user-created',
  'PATCH /api/users/:id': 'phone-changed',
  'DELETE /api/users/:id': 'account-deleted',
  'POST /api/users/:id/second-factor-reset': 'second-factor-reset',
  'DELETE /api/users/:id/second-factor-reset': 'second-factor-reset-withdrawn',
  'POST /api/exports': 'exported',
  'GET /api/audit-log': 'audit-log-read',
  'POST /api/keys': 'key-made',
  'POST /api/keys/:id/take-over': 'key-taken-over',
  'DELETE /api/keys/:id': 'key-revoked',
  'POST /api/webhooks': 'webhook-added',
  'POST /api/webhooks/:id/take-over': 'webhook-taken-over',
  'PATCH /api/webhooks/:id': 'webhook-paused',
  'DELETE /api/webhooks/:id': 'webhook-removed',
  'POST /api/webhooks/:id/secret': 'webhook-secret-made',
  'POST /api/brief-links': 'brief-link-made',
  'POST /api/brief-links/open': 'brief-link-opened',
}

const IN_HISTORY = 'the history of each record has who changed what'
const CHANGES_NOTHING = 'it changes nothing'
const WITHOUT_ACCOUNT = 'it concerns no account, and the sender is not known'
const ELSEWHERE = 'only with a passkey or a provider: passkeys.test.ts, sign-on.test.ts'

export const NOT_AUDITED: Readonly<Record<string, string>> = {
  'POST /api/account/request': 'only where accounts are requested: audited-acts.test.ts',
  'POST /api/account/passkey-challenge': CHANGES_NOTHING,
  'POST /api/account/passkey-login': ELSEWHERE,
  'POST /api/account/sign-on': CHANGES_NOTHING,
  'POST /api/account/open-link': CHANGES_NOTHING,
  'PUT /api/me/picture': 'everyone sees the picture',
  'POST /api/me/passkeys/options': CHANGES_NOTHING,
  'POST /api/me/passkeys': ELSEWHERE,
  'POST /api/me/passkeys/:id/remove': ELSEWHERE,
  'POST /api/me/recovery-codes': ELSEWHERE,
  'POST /api/push': IN_HISTORY,
  'PUT /api/photos/:id': IN_HISTORY,
  'POST /api/sign-in-settings/test': CHANGES_NOTHING,
  'POST /api/webhooks/:id/test': 'the list of tries has it',
  'PUT /api/v1/status-updates/:id': 'the log of updates has it, and the use of the key is in the audit log',
  'POST /api/reports/push': WITHOUT_ACCOUNT,
  'PUT /api/reports/photos/:id': WITHOUT_ACCOUNT,
  'POST /api/report-links/open': CHANGES_NOTHING,
  'POST /api/report-links/photo': CHANGES_NOTHING,
  'POST /api/report-links/forget-contact': 'only for a report with contact details: audited-acts.test.ts',
  'POST /api/subscriptions': WITHOUT_ACCOUNT,
  'POST /api/subscriptions/confirm': WITHOUT_ACCOUNT,
  'POST /api/subscriptions/:id/unsubscribe': WITHOUT_ACCOUNT,
  'POST /api/alerts': WITHOUT_ACCOUNT,
  'DELETE /api/alerts/:id': WITHOUT_ACCOUNT,
  'DELETE /api/alerts/:id/:kind/:topic': WITHOUT_ACCOUNT,
  'POST /api/alerts/reach': CHANGES_NOTHING,
  'POST /api/billing/checkout': 'the payment provider has it',
  'POST /api/billing/portal': CHANGES_NOTHING,
  'POST /api/billing/webhook': 'the change of role that follows is in the audit log',
}
