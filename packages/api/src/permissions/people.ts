import { ADMINISTRATOR, MANAGER, MEMBER } from '@trailwarden/domain'
import { administrators, managers, members, open, type Permissions } from './permission-row.ts'

export const peoplePermissions: Permissions = {
  'POST /api/account/register': open,
  'POST /api/account/request': open,
  'POST /api/account/login': open,
  'POST /api/account/passkey-challenge': open,
  'POST /api/account/passkey-login': open,
  // These routes exist only if a single sign-on provider is set up.
  'POST /api/account/sign-on': open,
  'GET /api/account/sign-on/callback': open,
  'POST /api/account/reset-password': open,
  'POST /api/account/open-link': open,
  'POST /api/account/set-password': open,
  'POST /api/account/confirm-email': open,
  // Logging out without a session isn't an error, because the user is already logged out.
  'POST /api/account/logout': open,
  'POST /api/account/change-password': members,
  'POST /api/account/change-email': members,
  'POST /api/account/change-name': members,
  'POST /api/account/delete': { role: MEMBER, when: ['leaves-a-manager', 'leaves-a-way-in'] },
  // Visitors get `person: null`, which tells a device that the session has ended.
  'GET /api/me': open,
  'PATCH /api/me': { role: MEMBER, fields: { phone: [] } },
  'PUT /api/me/picture': members,
  'GET /api/me/approval-blocks': managers,
  'GET /api/me/sessions': members,
  'DELETE /api/me/sessions': members,
  'DELETE /api/me/sessions/:id': members,
  'GET /api/me/passkeys': members,
  'POST /api/me/passkeys/link': members,
  'POST /api/me/passkeys/options': members,
  'POST /api/me/passkeys': members,
  'POST /api/me/passkeys/:id/remove': members,
  'POST /api/me/recovery-codes': members,
  'GET /api/users': managers,
  'GET /api/users/:id': managers,
  'GET /api/user-access': managers,
  'POST /api/users': {
    role: MANAGER,
    fields: { displayName: [], email: [], role: ['grants-at-most-own-role', 'coordinators-make-managers'] },
  },
  'POST /api/users/:id/invitation': { role: MANAGER, when: ['not-above-own-role'], fields: {} },
  'POST /api/account-requests/:id/confirm': { role: MANAGER, fields: {} },
  'DELETE /api/account-requests/:id': managers,
  // 'not-oneself' ensures that at least one manager remains, because managers can't demote themselves.
  'PATCH /api/users/:id': {
    role: MANAGER,
    fields: {
      phone: ['not-above-own-role'],
      role: [
        'not-oneself',
        'not-above-own-role',
        'grants-at-most-own-role',
        'coordinators-make-managers',
        'not-who-let-one-in',
        'leaves-a-way-in',
      ],
      disabled: ['not-oneself', 'not-above-own-role', 'coordinators-make-managers', 'not-who-let-one-in', 'leaves-a-way-in'],
    },
  },
  'DELETE /api/users/:id': { role: MANAGER, when: ['not-oneself', 'not-above-own-role', 'not-who-let-one-in', 'leaves-a-way-in'] },
  'POST /api/users/:id/address': { role: ADMINISTRATOR, when: ['not-oneself', 'not-who-let-one-in'], fields: { email: [], proof: [] } },
  'POST /api/users/:id/second-factor-reset': { role: ADMINISTRATOR, when: ['not-oneself', 'not-who-let-one-in'], fields: { proof: [] } },
  'DELETE /api/users/:id/second-factor-reset': administrators,
  'POST /api/exports': managers,
  // Managers receive only their own entries. Coordinators and administrators receive all entries (PE17).
  'GET /api/audit-log': managers,
  'GET /api/sign-in-settings': administrators,
  'POST /api/sign-in-settings/test': { role: ADMINISTRATOR, fields: {} },
}
