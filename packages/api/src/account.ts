/**
 * What the account and user routes take and answer. Forms check with the same schemas before they send.
 *
 * Every route speaks JSON. A refusal is problem details with a stable code (problem.ts). Unsafe calls are made by our own pages alone:
 * `content-type: application/json`, same origin, a JSON body (`{}` if empty).
 */
import { DisplayName, Email, GivenPassword, NewPassword, Person, PhoneNumber, Role } from '@trailwarden/domain'
import * as z from 'zod/mini'

/** POST /api/account/register → 201 SignedIn, and a session. */
export const RegisterRequest = z.strictObject({ displayName: DisplayName, email: Email, password: NewPassword })
export type RegisterRequest = z.infer<typeof RegisterRequest>

/** POST /api/account/request → 202 always, whether or not the address has an account. Where a manager must say yes to each. */
export const AccountRequest = z.strictObject({ displayName: DisplayName, email: Email })
export type AccountRequest = z.infer<typeof AccountRequest>

/** POST /api/account/login → 200 SignedIn, and a session. Whoever has a passkey signs in with that, or adds one of their recovery codes here. */
export const LoginRequest = z.strictObject({
  email: Email,
  password: GivenPassword,
  recoveryCode: z.optional(z.string().check(z.maxLength(40))),
})

export type LoginRequest = z.infer<typeof LoginRequest>

export const SignedIn = z.object({
  person: Person,
  /** From login: the role needs a passkey and the person has none, so that they have a member's rights for now. */
  passkeyMissing: z.optional(z.boolean()),
})

/** POST /api/account/logout → 204. Body `{}`. */
export const LogoutRequest = z.strictObject({})

/** POST /api/account/reset-password → 202 always, whether or not there is such an account; a link goes to the address if there is. */
export const ResetPasswordRequest = z.strictObject({ email: Email })

/** POST /api/account/set-password → 204. All sessions end; the person signs in with the new password. The token is the link's. */
export const SetPasswordRequest = z.strictObject({ token: z.string().check(z.maxLength(200)), password: NewPassword })

/** POST /api/account/change-password → 204. Every other session of the person ends. */
export const ChangePasswordRequest = z.strictObject({ current: GivenPassword, password: NewPassword })

/** POST /api/account/change-email → 202. Nothing changes until the link sent to the new address is followed. */
export const ChangeEmailRequest = z.strictObject({ email: Email, password: GivenPassword })

/** POST /api/account/confirm-email → 200. Needs no session: the link may be opened on another device. */
export const ConfirmEmailRequest = z.strictObject({ token: z.string().check(z.maxLength(200)) })
export const ConfirmEmailAnswer = z.object({ email: z.string() })

/** POST /api/account/change-name → 200 SignedIn. */
export const ChangeNameRequest = z.strictObject({ displayName: DisplayName })

/** POST /api/account/delete → 204. */
export const DeleteAccountRequest = z.strictObject({ password: GivenPassword })

/** PATCH /api/me → 200 SignedIn. */
export const MePatch = z.strictObject({ phone: PhoneNumber })

/** PUT /api/me/picture → 200 SignedIn: a photo that the person has uploaded, or none. */
export const MyPicture = z.strictObject({ photoId: z.nullable(z.uuid()) })

/** GET /api/me/sessions → 200. DELETE /api/me/sessions/{id} → 204 ends one; DELETE /api/me/sessions → 204 ends all but this one. */
export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      /** Browser and system in words, as far as the browser tells. */
      device: z.string(),
    }),
  ),
})
export type SessionList = z.infer<typeof SessionList>

/** GET /api/users → 200, by name ascending. Managers only. */
export const UserList = z.object({ users: z.array(Person) })

/** GET /api/users/{id} → 200 UserAnswer. */
export const UserAnswer = z.object({ user: Person })

/** POST /api/users → 201 UserAnswer. The person is invited: an email with a link to set a password. Role 1 unless another is given. */
export const UserCreate = z.strictObject({ displayName: DisplayName, email: Email, role: z.optional(Role) })
export type UserCreate = z.infer<typeof UserCreate>

/** POST /api/users/{id}/invitation → 200: sends it again, with 14 more days. Body `{}`. */
export const InvitationAnswer = z.object({ sentAt: z.iso.datetime(), endsAt: z.iso.datetime() })

/** GET /api/user-access → 200. What is not stored on devices: how people get in, and who asks to. */
export const UserAccess = z.object({
  people: z.array(
    z.object({
      id: z.uuid(),
      signsInWith: z.array(z.string()),
      /** Null of those who have never been here. */
      lastActiveAt: z.nullable(z.iso.datetime()),
      invitation: z.nullable(InvitationAnswer),
    }),
  ),
  requests: z.array(z.object({ id: z.uuid(), displayName: z.string(), email: z.string(), askedAt: z.iso.datetime() })),
})
export type UserAccess = z.infer<typeof UserAccess>

/** POST /api/account-requests/{id}/confirm → 201 UserAnswer: a yes, which invites. DELETE /api/account-requests/{id} → 204: a no. Body `{}`. */
export const ConfirmRequest = z.strictObject({})

/** PATCH /api/users/{id} → 200 UserAnswer. Only the touched fields. DELETE /api/users/{id} → 204. */
export const UserPatch = z.strictObject({ phone: z.optional(PhoneNumber), role: z.optional(Role), disabled: z.optional(z.boolean()) })
export type UserPatch = z.infer<typeof UserPatch>

/** Where the links in emails lead. The token stands after `#`, so it reaches no log and no proxy. Neither page needs a session. */
export const SET_PASSWORD_PATH = '/reset-password'
export const CONFIRM_EMAIL_PATH = '/confirm-email'
