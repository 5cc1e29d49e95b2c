/** The text of every email about an account. Emails that carry a link make it here, at the last moment before sending. */
import { CONFIRM_EMAIL_PATH, SET_PASSWORD_PATH } from '@trailwarden/api'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter, Written } from '#mail/delivery.ts'
import { findInvitation } from './invitations.ts'
import { CONFIRM_LINK_MS, FIRST_PASSWORD_LINK_MS, linkTo, makeLink, RESET_LINK_MS } from './links.ts'
import { findPerson, findPersonByEmail } from './people-store.ts'

export type PeopleEmail =
  | 'reset-password'
  | 'invitation'
  | 'account-requested'
  | 'brought-over'
  | 'confirm-email'
  | 'email-change-notice'
  | 'password-changed'
  | 'already-registered'
  | 'role-changed'
  | 'sign-on-linked'
  | 'new-device'
  | 'inactive-account'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-code-used'

const NOT_YOU = 'If this was not you, reset your password and tell the managers of the network.'

export function peopleEmails(
  site: { label: string; roleTitles: readonly string[]; timeZone: string },
  publicUrl: string,
): Record<PeopleEmail, EmailWriter> {
  const address = (path: string, token: string) => linkTo(publicUrl, path, token)

  const message = (subject: string, name: string, paragraphs: readonly string[], ...links: { title: string; url: string }[]): Written =>
    composeEmail(site.label, subject, name, paragraphs, ...links)

  /** An email to someone about the account they have. */
  const notice =
    (subject: string, paragraphs: (details: Record<string, string>) => string[], ...links: { title: string; url: string }[]): EmailWriter =>
    async (tx, { personId, details }) => {
      const person = personId && (await findPerson(tx, personId))
      return person ? message(subject, person.displayName, paragraphs(details), ...links) : null
    }
  const dates = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'long' })
  const times = new Intl.DateTimeFormat('en-AU', { timeZone: site.timeZone, dateStyle: 'full', timeStyle: 'short' })

  return {
    // Written for any address that was typed; whether anyone has it is found out here, where nobody can measure the time.
    'reset-password': async (tx, { recipient }, now) => {
      const person = await findPersonByEmail(tx, recipient)
      if (!person || person.disabled) return null
      // Whoever was invited gets in as long as the invitation lasts, and not by this.
      const invitation = await findInvitation(tx, person.id)
      const lifetimeMs = invitation ? Math.min(RESET_LINK_MS, invitation.expiresAt.getTime() - now.getTime()) : RESET_LINK_MS
      if (lifetimeMs <= 0) return null
      const token = await makeLink(tx, person.id, { purpose: 'set-password' }, lifetimeMs, now)
      return message(
        `Set a new password for ${site.label}`,
        person.displayName,
        ['Someone, probably you, asked to set a new password. The link works once, for one hour. If it was not you, do nothing.'],
        { title: 'Set a new password', url: address(SET_PASSWORD_PATH, token) },
      )
    },
    invitation: async (tx, { personId }, now) => {
      const person = personId && (await findPerson(tx, personId))
      const invitation = person && (await findInvitation(tx, person.id))
      // Accepted, or past its end, while the email waited.
      if (!person || !invitation || person.disabled || invitation.expiresAt <= now) return null
      const token = await makeLink(tx, person.id, { purpose: 'set-password' }, invitation.expiresAt.getTime() - now.getTime(), now)
      return message(
        `Your account for ${site.label}`,
        person.displayName,
        [
          `An account was made for you. Choose a password to sign in with ${person.email}. The link works once, until ${dates.format(invitation.expiresAt)}.`,
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
          'Your account has moved here from the old app, together with what you reported there.',
          `Your old password stayed behind: choose one to sign in with ${person.email}. The link works once, for seven days; after that, ask for another with Reset password.`,
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
        ['Follow the link to sign in with this address from now on. It works once, for one day.'],
        { title: 'Confirm this address', url: address(CONFIRM_EMAIL_PATH, token) },
      )
    },
    'email-change-notice': notice(`Your email address for ${site.label} is about to change`, () => [
      'Someone signed in as you asked to use another email address. It changes once the link sent there is followed.',
      NOT_YOU,
    ]),
    'password-changed': notice(`Your password for ${site.label} was changed`, ({ isSessionLeft }) => [
      `Your password was changed and every ${isSessionLeft ? 'other ' : ''}device was signed out.`,
      NOT_YOU,
    ]),
    'new-device': notice(
      `New sign-in to ${site.label}`,
      ({ device, at = '' }) => [
        `Someone signed in to your account on a device that you had not used before: ${device}, on ${times.format(new Date(at))}.`,
        'If this was you, there is nothing to do.',
        'If it was not you, set a new password now: that signs out every device. Then tell the managers of the network.',
      ],
      { title: 'Set a new password', url: new URL(SET_PASSWORD_PATH, publicUrl).href },
    ),
    'sign-on-linked': notice(`Your account for ${site.label} is connected to the council’s sign-in`, () => [
      'Someone who signed in at the council with your email address now also opens your account here.',
      'A password that was set without a link to this address no longer works; Reset password sets a new one.',
      NOT_YOU,
    ]),
    'passkey-added': notice(`A passkey was added to your account for ${site.label}`, ({ device }) => [
      `A passkey was added on ${device}. From now on your password alone no longer opens your account.`,
      NOT_YOU,
    ]),
    'passkey-removed': notice(`A passkey was removed from your account for ${site.label}`, ({ device }) => [
      `The passkey that was added on ${device} was removed and no longer opens your account.`,
      NOT_YOU,
    ]),
    'recovery-code-used': notice(`A recovery code for ${site.label} was used`, ({ left }) => [
      `Someone signed in to your account with your password and a recovery code. ${left} recovery codes are left.`,
      NOT_YOU,
    ]),
    // Without who it is: names and addresses that strangers typed do not travel by email.
    'account-requested': notice(
      `Someone asks for an account for ${site.label}`,
      () => ['Under Management, Users you see who, and say yes or no. There is no further email until everyone has an answer.'],
      { title: 'Open the users', url: new URL('/management/users', publicUrl).href },
    ),
    'already-registered': notice(`You already have an account for ${site.label}`, () => [
      'Someone, perhaps you, tried to register with your email address. You can sign in with it, or reset your password.',
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
      // Gone, or back again while the email waited.
      if (!person) return null
      const removalDate = dates.format(new Date(details.removalDate ?? 0))
      return message(
        `Your account for ${site.label} will be removed`,
        person.displayName,
        [
          `You have not signed in for a long time. Unless you do, your account will be removed on or after ${removalDate}, with your name, email address and phone number. Actions you reported stay, without your name.`,
          'To keep your account, sign in once before then.',
        ],
        { title: 'Sign in', url: new URL('/login', publicUrl).href },
      )
    },
    'role-changed': notice(`Your access to ${site.label} has changed`, ({ role }) => [
      `You are now ${site.roleTitles[Number(role)] ?? `level ${role}`}.`,
      ...(Number(role) >= 2 ? ['At your next sign-in you need a password of at least 12 characters.'] : []),
    ]),
  }
}
