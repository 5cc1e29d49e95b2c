/**
 * Requests and responses of the account and user routes. Forms validate with the same schemas before they send.
 *
 * Every route uses JSON. A refusal is problem details with a stable code (problem.ts). Only our own pages make unsafe calls, which must
 * have `content-type: application/json`, the same origin and a JSON body (`{}` if empty).
 */
import { DisplayName, Email, GivenPassword, NewPassword, Person, PhoneNumber, Role } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { IdentityProof } from './passkey.ts'

/** POST /api/account/register → 201 SignedIn, and starts a session. */
export const RegisterRequest = z.strictObject({ displayName: DisplayName, email: Email, password: NewPassword })
export type RegisterRequest = z.infer<typeof RegisterRequest>

/**
 * POST /api/account/request → always 202, whether or not the address has an account. For sites where a manager must approve each account.
 */
export const AccountRequest = z.strictObject({ displayName: DisplayName, email: Email })
export type AccountRequest = z.infer<typeof AccountRequest>

/**
 * POST /api/account/login → 200 SignedIn, and starts a session. Users with a passkey log in with it instead, or also send one of their
 * recovery codes here.
 */
export const LoginRequest = z.strictObject({
  email: Email,
  password: GivenPassword,
  recoveryCode: z.optional(z.string().check(z.maxLength(40))),
})

export type LoginRequest = z.infer<typeof LoginRequest>

export const SignedIn = z.object({
  person: Person,
  /**
   * Present only in the response to a login. True if the role needs a passkey but the session began without one, so the session has only a
   * member's rights.
   */
  passkeyMissing: z.optional(z.boolean()),
})

/** POST /api/account/logout → 204. Body `{}`. */
export const LogoutRequest = z.strictObject({})

/** POST /api/account/reset-password → always 202, whether or not the account exists. If it does, the server sends a link to the address. */
export const ResetPasswordRequest = z.strictObject({ email: Email })

const LinkToken = z.string().check(z.maxLength(200))

/** POST /api/account/open-link → 200. Returns what a link for setting a password is for, without using up the link. */
export const OpenLinkRequest = z.strictObject({ token: LinkToken })
export const OpenedLink = z.object({
  /** `take-back` also removes the passkeys, ends all sessions and restores the account's previous address. */
  purpose: z.enum(['set-password', 'take-back']),
  /** The account's address once the link has been used. */
  email: z.string(),
  /** Passkeys added in the last 30 days (RULES.md, PE25). */
  newPasskeys: z.array(z.object({ id: z.string(), device: z.string(), createdAt: z.iso.datetime() })),
})
export type OpenedLink = z.infer<typeof OpenedLink>

/** POST /api/account/set-password → 204. All sessions end, and the user logs in with the new password. The token comes from the link. */
export const SetPasswordRequest = z.strictObject({
  token: LinkToken,
  password: NewPassword,
  /** The passkeys to remove, chosen from the link's `newPasskeys`. A `take-back` link removes all passkeys. */
  removePasskeys: z.optional(z.array(z.string().check(z.maxLength(1400))).check(z.maxLength(20))),
})
export type SetPasswordRequest = z.infer<typeof SetPasswordRequest>

/** POST /api/account/change-password → 204. All the user's other sessions end. */
export const ChangePasswordRequest = z.strictObject({ current: GivenPassword, password: NewPassword })

/** POST /api/account/change-email → 202. Nothing changes until the user follows the link sent to the new address. */
export const ChangeEmailRequest = z.strictObject({ email: Email, password: GivenPassword })

/** POST /api/account/confirm-email → 200. Needs no session, because the link may be opened on another device. */
export const ConfirmEmailRequest = z.strictObject({ token: z.string().check(z.maxLength(200)) })
export const ConfirmEmailAnswer = z.object({ email: z.string() })

/** POST /api/account/change-name → 200 SignedIn. */
export const ChangeNameRequest = z.strictObject({ displayName: DisplayName })

/** POST /api/account/delete → 204. */
export const DeleteAccountRequest = z.strictObject({ password: GivenPassword })

/** PATCH /api/me → 200 SignedIn. */
export const MePatch = z.strictObject({ phone: PhoneNumber })

/** PUT /api/me/picture → 200 SignedIn. Makes a photo that the user has uploaded the profile photo, or removes the profile photo. */
export const MyPicture = z.strictObject({ photoId: z.nullable(z.uuid()) })

/** GET /api/me/sessions → 200. DELETE /api/me/sessions/{id} → 204 ends one session. DELETE /api/me/sessions → 204 ends all but this one. */
export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      /** The browser and operating system as text, if known. */
      device: z.string(),
    }),
  ),
})
export type SessionList = z.infer<typeof SessionList>

/** GET /api/users → 200, sorted by name. Managers only. */
export const UserList = z.object({ users: z.array(Person) })

/** GET /api/users/{id} → 200 UserAnswer. */
export const UserAnswer = z.object({ user: Person })

/** POST /api/users → 201 UserAnswer. Invites the user by email, with a link to set a password. The role is 1 by default. */
export const UserCreate = z.strictObject({ displayName: DisplayName, email: Email, role: z.optional(Role) })
export type UserCreate = z.infer<typeof UserCreate>

/** POST /api/users/{id}/invitation → 200. Sends the invitation again, valid for another 14 days. Body `{}`. */
export const InvitationAnswer = z.object({ sentAt: z.iso.datetime(), endsAt: z.iso.datetime() })

/** GET /api/user-access → 200. Returns how users log in, and requests for accounts. Devices don't store this data. */
export const UserAccess = z.object({
  people: z.array(
    z.object({
      id: z.uuid(),
      signsInWith: z.array(z.string()),
      /** Null if the user has never logged in. */
      lastActiveAt: z.nullable(z.iso.datetime()),
      invitation: z.nullable(InvitationAnswer),
      /** A reset that still needs the approval of a second administrator. */
      resetRequest: z.nullable(z.object({ by: z.uuid(), byName: z.string(), at: z.iso.datetime() })),
    }),
  ),
  requests: z.array(z.object({ id: z.uuid(), displayName: z.string(), email: z.string(), askedAt: z.iso.datetime() })),
})
export type UserAccess = z.infer<typeof UserAccess>

/**
 * GET /api/me/approval-blocks → 200. Returns the people whose entries the caller can't approve, with the reason and the time until which
 * this applies (RULES.md, AP2).
 */
export const ApprovalBlocks = z.object({
  blocks: z.array(z.object({ personId: z.uuid(), reason: z.string(), until: z.iso.datetime() })),
})

/**
 * POST /api/account-requests/{id}/confirm → 201 UserAnswer. Approves the request and invites the person. DELETE /api/account-requests/{id}
 * → 204 declines it. Body `{}`.
 */
export const ConfirmRequest = z.strictObject({})

/** PATCH /api/users/{id} → 200 UserAnswer. Sends only the changed fields. DELETE /api/users/{id} → 204. */
export const UserPatch = z.strictObject({ phone: z.optional(PhoneNumber), role: z.optional(Role), disabled: z.optional(z.boolean()) })
export type UserPatch = z.infer<typeof UserPatch>

/**
 * POST /api/users/{id}/second-factor-reset → 200. Removes the user's passkeys, recovery codes, password and sessions, and emails the user a
 * link to choose a password. If the user is an administrator, the first call only requests the reset, and a second administrator must make
 * the same call to perform it. DELETE → 204 withdraws the request.
 */
export const SecondFactorReset = z.strictObject({ proof: IdentityProof })
export const SecondFactorResetAnswer = z.object({ outcome: z.enum(['reset', 'requested']) })

/** Paths that links in emails open. The token follows the `#`, so it never appears in a log or proxy. Neither page needs a session. */
export const SET_PASSWORD_PATH = '/reset-password'
export const CONFIRM_EMAIL_PATH = '/confirm-email'
/** Path that the link for adding a passkey opens. This page needs a session. */
export const PASSKEYS_PATH = '/passkeys'
