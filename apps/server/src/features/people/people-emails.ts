/** Links are created here, just before an email is sent. */
import { CONFIRM_EMAIL_PATH, PASSKEYS_PATH, SET_PASSWORD_PATH } from '@trailwarden/api'
import { MANAGER, RESET_REQUEST_DAYS, TAKE_BACK_DAYS } from '@trailwarden/domain'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter, Written } from '#mail/delivery.ts'
import { isAddressDoubtful } from './accounts/doubtful-addresses.ts'
import { CONFIRM_LINK_MS, FIRST_PASSWORD_LINK_MS, linkTo, makeLink, RESET_LINK_MS } from './accounts/links.ts'
import { makeTakeBackLink } from './accounts/take-back.ts'
import { findPerson, findPersonByEmail } from './people-store.ts'
import { findInvitation } from './users/invitations.ts'

export type PeopleEmail =
  | 'reset-password'
  | 'invitation'
  | 'account-requested'
  | 'brought-over'
  | 'confirm-email'
  | 'email-change-notice'
  | 'email-changed'
  | 'password-changed'
  | 'already-registered'
  | 'role-changed'
  | 'manager-added'
  | 'sign-on-linked'
  | 'new-device'
  | 'inactive-account'
  | 'add-passkey'
  | 'passkey-added'
  | 'administrator-passkey'
  | 'passkey-removed'
  | 'recovery-code-used'
  | 'second-factor-reset-requested'
  | 'address-confirmed'
  | 'second-factor-reset'
  | 'program-access'
  | 'programs-suspended'

const NOT_YOU = `If this wasn’t you, open the link below within ${TAKE_BACK_DAYS} days. It logs out every device, removes passkeys added in the last ${TAKE_BACK_DAYS} days and lets you choose a new password.`

/** Writes no email about an account to an address that may no longer be its owner's. */
function withoutDoubtful(writers: Record<PeopleEmail, EmailWriter>): Record<PeopleEmail, EmailWriter> {
  const guarded = Object.entries(writers).map(([kind, write]): [string, EmailWriter] => [
    kind,
    async (tx, message, now) => ((await isAddressDoubtful(tx, message.recipient)) ? null : write(tx, message, now)),
  ])
  // The cast is safe, because each entry keeps its key.
  return Object.fromEntries(guarded) as Record<PeopleEmail, EmailWriter>
}

type Named = { who: string; by: string; device: string }

export function peopleEmails(
  site: { label: string; roleTitles: readonly string[]; timeZone: string },
  publicUrl: string,
): Record<PeopleEmail, EmailWriter> {
  const address = (path: string, token: string) => linkTo(publicUrl, path, token)

  const message = (subject: string, name: string, paragraphs: readonly string[], ...links: { title: string; url: string }[]): Written =>
    composeEmail(site.label, subject, name, paragraphs, ...links)

  const notice =
    (subject: string, paragraphs: (details: Record<string, string>) => string[], ...links: { title: string; url: string }[]): EmailWriter =>
    async (tx, { personId, details }) => {
      const person = personId && (await findPerson(tx, personId))
      return person ? message(subject, person.displayName, paragraphs(details), ...links) : null
    }
  const alarm =
    (subject: string, paragraphs: (details: Record<string, string>) => string[]): EmailWriter =>
    async (tx, { personId, recipient, details }, now) => {
      const person = personId && (await findPerson(tx, personId))
      if (!person) return null
      const token = await makeTakeBackLink(tx, person.id, recipient, now)
      const link = { title: 'This wasn’t me', url: address(SET_PASSWORD_PATH, token) }
      return message(subject, person.displayName, [...paragraphs(details), NOT_YOU], link)
    }
  const aboutOther =
    (subject: (name: string) => string, paragraphs: (named: Named) => string[]): EmailWriter =>
    async (tx, { personId, details }) => {
      const person = personId && (await findPerson(tx, personId))
      const other = details.subjectId && (await findPerson(tx, details.subjectId))
      const by = details.by ? await findPerson(tx, details.by) : null
      if (!person || !other) return null
      const named = {
        who: `${other.displayName} (${other.email})`,
        by: by?.displayName ?? 'An administrator',
        device: details.device ?? '',
      }
      const url = new URL(`/users/view/${other.id}`, publicUrl).href
      return message(subject(other.displayName), person.displayName, paragraphs(named), { title: 'View user', url })
    }
  const dates = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'long' })
  const times = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'full', timeStyle: 'short' })

  return withoutDoubtful({
    // These emails are queued for any address that someone enters. The server checks here whether the address has an account, where nobody
    // can measure the time.
    'reset-password': async (tx, { recipient }, now) => {
      const person = await findPersonByEmail(tx, recipient)
      if (!person || person.disabled) return null
      // Invited people can log in only while their invitation is valid. A reset link doesn't extend the invitation.
      const invitation = await findInvitation(tx, person.id)
      const lifetimeMs = invitation ? Math.min(RESET_LINK_MS, invitation.expiresAt.getTime() - now.getTime()) : RESET_LINK_MS
      if (lifetimeMs <= 0) return null
      const token = await makeLink(tx, person.id, { purpose: 'set-password' }, lifetimeMs, now)
      return message(
        `Set a new password for ${site.label}`,
        person.displayName,
        [
          'We got a request to reset your password. The link expires in one hour and can only be used once. If you didn’t ask for this, you can ignore this email.',
        ],
        { title: 'Set a new password', url: address(SET_PASSWORD_PATH, token) },
      )
    },
    invitation: async (tx, { personId }, now) => {
      const person = personId && (await findPerson(tx, personId))
      const invitation = person && (await findInvitation(tx, person.id))
      // The invitation was accepted or expired while the email was queued.
      if (!person || !invitation || person.disabled || invitation.expiresAt <= now) return null
      const token = await makeLink(tx, person.id, { purpose: 'set-password' }, invitation.expiresAt.getTime() - now.getTime(), now)
      return message(
        `Your account for ${site.label}`,
        person.displayName,
        [
          `You’ve been invited to ${site.label}. Set a password to log in with ${person.email}. The link expires on ${dates.format(invitation.expiresAt)} and can only be used once.`,
        ],
        { title: 'Choose a password', url: address(SET_PASSWORD_PATH, token) },
      )
    },
    'brought-over': async (tx, { personId }, now) => {
      const person = personId && (await findPerson(tx, personId))
      if (!person || person.disabled) return null
      const token = await makeLink(tx, person.id, { purpose: 'set-password' }, FIRST_PASSWORD_LINK_MS, now)
      return message(
        `Your account for ${site.label}`,
        person.displayName,
        [
          'We’ve moved your account and your Actions from the previous app.',
          `Your old password won’t work here. Set a new one to log in with ${person.email}. The link expires in seven days. After that, use Reset password to get a new one.`,
        ],
        { title: 'Choose a password', url: address(SET_PASSWORD_PATH, token) },
      )
    },
    'confirm-email': async (tx, { personId, recipient }, now) => {
      const person = personId && (await findPerson(tx, personId))
      if (!person) return null
      const token = await makeLink(tx, person.id, { purpose: 'confirm-email', newEmail: recipient }, CONFIRM_LINK_MS, now)
      return message(
        `Confirm your new email address for ${site.label}`,
        person.displayName,
        ['Confirm this address to use it to log in. The link expires in 24 hours.'],
        { title: 'Confirm this address', url: address(CONFIRM_EMAIL_PATH, token) },
      )
    },
    'add-passkey': async (tx, { personId }, now) => {
      const person = personId && (await findPerson(tx, personId))
      if (!person || person.disabled) return null
      const token = await makeLink(tx, person.id, { purpose: 'add-passkey' }, RESET_LINK_MS, now)
      return message(
        `Add a passkey to your account for ${site.label}`,
        person.displayName,
        [
          'Open the link on a device where you’re logged in. It expires in one hour and can only be used once.',
          'If you didn’t ask to add a passkey, someone else knows your password. Don’t open the link. Reset your password instead.',
        ],
        { title: 'Add a passkey', url: address(PASSKEYS_PATH, token) },
      )
    },
    'email-change-notice': alarm(`Your email address for ${site.label} is about to change`, () => [
      'Someone who was logged in to your account asked to change its email address. The change takes effect when they open the link we sent to the new address.',
    ]),
    'email-changed': alarm(`Your email address for ${site.label} was changed`, () => [
      'Your account now uses a different email address. We’ll no longer send account emails to this one.',
    ]),
    'password-changed': alarm(`Your password for ${site.label} was changed`, ({ isSessionLeft }) => [
      `Your password was changed, and every ${isSessionLeft ? 'other ' : ''}device was logged out.`,
    ]),
    'new-device': alarm(`New login to ${site.label}`, ({ device, at = '' }) => [
      `Someone logged in to your account on a device you hadn’t used before: ${device}, on ${times.format(new Date(at))}.`,
      'If this was you, you don’t need to do anything.',
    ]),
    'sign-on-linked': alarm(`Your account for ${site.label} is linked to council single sign-on`, () => [
      'Your account is now linked to council single sign-on. Someone logged in there with your email address.',
      'If your password was set before this email address was confirmed, it no longer works. Use Reset password to set a new one.',
    ]),
    'passkey-added': alarm(`A passkey was added to your account for ${site.label}`, ({ device }) => [
      `A passkey was added on ${device}. You can no longer log in with just your password.`,
    ]),
    'administrator-passkey': aboutOther(
      (name) => `${name} added a passkey for ${site.label}`,
      ({ who, device }) => [
        `${who}, an administrator, added a passkey on ${device}.`,
        'If they tell you it wasn’t them, reset their second factor. A second administrator must approve that.',
      ],
    ),
    'passkey-removed': alarm(`A passkey was removed from your account for ${site.label}`, ({ device }) => [
      `The passkey that was added on ${device} was removed and can no longer be used to log in.`,
    ]),
    'recovery-code-used': alarm(`A recovery code for ${site.label} was used`, ({ left }) => [
      `Someone logged in to your account with your password and a recovery code. Recovery codes left: ${left}.`,
    ]),
    'address-confirmed': aboutOther(
      (name) => `${name}’s email address for ${site.label} was confirmed`,
      ({ who, by }) => [
        `The server was restored from a backup. Since then, ${by} has confirmed the email address of ${who}, who can now reset their password by email again.`,
        'If you weren’t expecting this, check with both of them.',
      ],
    ),
    'second-factor-reset-requested': aboutOther(
      (name) => `Approve a second factor reset for ${name}`,
      ({ who, by }) => [
        `${by} asked to reset the second factor of ${who}. That removes their passkeys, recovery codes and password, and logs them out.`,
        `Talk to them first. A second administrator has ${RESET_REQUEST_DAYS} days to approve the request before it expires. Any administrator can withdraw it.`,
      ],
    ),
    'second-factor-reset': async (tx, { personId }, now) => {
      const person = personId && (await findPerson(tx, personId))
      if (!person || person.disabled) return null
      const token = await makeLink(tx, person.id, { purpose: 'set-password' }, FIRST_PASSWORD_LINK_MS, now)
      return message(
        `Choose a new password for ${site.label}`,
        person.displayName,
        [
          'An administrator removed your passkeys, recovery codes and password, and logged you out everywhere.',
          'Choose a new password, log in, then add a passkey again. The link expires in seven days and can only be used once.',
        ],
        { title: 'Choose a password', url: address(SET_PASSWORD_PATH, token) },
      )
    },
    'program-access': async (tx, { personId, details }) => {
      const person = personId && (await findPerson(tx, personId))
      const by = details.by ? await findPerson(tx, details.by) : null
      if (!person) return null
      const what = details.kind === 'webhook' ? 'webhook' : 'key'
      const did = details.done === 'taken-over' ? `took over the ${what}` : what === 'key' ? 'created the key' : 'added the webhook'
      return message(
        `${what === 'key' ? 'Key' : 'Webhook'} for ${site.label}: ${details.name}`,
        person.displayName,
        [
          `${by ? `${by.displayName} (${by.email})` : 'An administrator'} ${did} “${details.name}”.`,
          'It lets another program read data from the network or receive its changes. If you weren’t expecting this, revoke it and talk to them.',
        ],
        { title: 'View keys and webhooks', url: new URL('/management/settings/keys', publicUrl).href },
      )
    },
    'programs-suspended': notice(
      `Keys or webhooks for ${site.label} are suspended`,
      ({ names }) => [
        `These keys or webhooks have stopped working: ${names}. The administrator responsible for them no longer has access. You or another administrator can take them over.`,
        'Take over what you still need, and revoke the rest.',
      ],
      { title: 'View keys and webhooks', url: new URL('/management/settings/keys', publicUrl).href },
    ),
    // Doesn't name the person, because emails must not contain text entered by strangers.
    'account-requested': notice(
      `New account request for ${site.label}`,
      () => ['Review the request under Management > Users. We won’t email you again until all requests have been answered.'],
      { title: 'Review requests', url: new URL('/management/users', publicUrl).href },
    ),
    'already-registered': notice(`You already have an account for ${site.label}`, () => [
      'Someone tried to register with your email address. If it was you, log in with this address or reset your password.',
    ]),
    'inactive-account': async (tx, { personId, details }) => {
      const activity =
        personId &&
        (await tx
          .selectFrom('personActivity')
          .select('personId')
          .where('personId', '=', personId)
          .where('notifiedAt', 'is not', null)
          .executeTakeFirst())
      const person = activity && (await findPerson(tx, activity.personId))
      // The person was deleted or logged in again while the email was queued.
      if (!person) return null
      const removalDate = dates.format(new Date(details.removalDate ?? 0))
      return message(
        `Your account for ${site.label} will be deleted`,
        person.displayName,
        [
          `You haven’t logged in for a long time. Unless you do, we’ll delete your account on or after ${removalDate}, including your name, email address and phone number. Your Actions will stay, without your name.`,
          'To keep your account, log in before then.',
        ],
        { title: 'Log in', url: new URL('/login', publicUrl).href },
      )
    },
    'manager-added': async (tx, { personId, details }) => {
      const person = personId && (await findPerson(tx, personId))
      const added = details.managerId && (await findPerson(tx, details.managerId))
      const by = details.by ? await findPerson(tx, details.by) : null
      // The new manager was deleted or demoted before the email was sent.
      if (!person || !added || added.role < MANAGER) return null
      const role = site.roleTitles[added.role] ?? added.role
      return message(
        `New manager for ${site.label}`,
        person.displayName,
        [
          `${added.displayName} (${added.email}) now has the role ${role}${by ? `, assigned by ${by.displayName}` : ''}.`,
          'They can post trail status and change the map. If you weren’t expecting this, tell an administrator.',
        ],
        { title: 'View user', url: new URL(`/users/view/${added.id}`, publicUrl).href },
      )
    },
    'role-changed': notice(`Your access to ${site.label} has changed`, ({ role }) => [
      `Your role is now ${site.roleTitles[Number(role)] ?? role}. Log in again on each device to use it.`,
      ...(Number(role) >= 2 ? ['Next time you log in, you’ll need a password of at least 12 characters.'] : []),
    ]),
  })
}
