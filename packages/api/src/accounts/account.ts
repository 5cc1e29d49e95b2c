/**
 * Requests and responses of the account and user routes. Unsafe calls must have `content-type: application/json`, the same origin and a
 * JSON body (`{}` if empty).
 */
import { DisplayName, Email, GivenPassword, NewPassword, Person, PhoneNumber, Role } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { IdentityProof } from './passkey.ts'

export const RegisterRequest = z.strictObject({ displayName: DisplayName, email: Email, password: NewPassword })
export type RegisterRequest = z.infer<typeof RegisterRequest>

/** POST /api/account/request always responds 202, so that nobody can find out which addresses have an account. */
export const AccountRequest = z.strictObject({ displayName: DisplayName, email: Email })
export type AccountRequest = z.infer<typeof AccountRequest>

/** POST /api/account/login. Users with a passkey log in with the passkey, or also send a recovery code here. */
export const LoginRequest = z.strictObject({
  email: Email,
  password: GivenPassword,
  recoveryCode: z.optional(z.string().check(z.maxLength(40))),
})

export type LoginRequest = z.infer<typeof LoginRequest>

export const SignedIn = z.object({
  person: Person,
  /**
   * Set only in the response to a login. The session has only a member's rights, because the role needs a passkey and the login used none.
   */
  passkeyMissing: z.optional(z.boolean()),
})

export const LogoutRequest = z.strictObject({})

/** POST /api/account/reset-password always responds 202, so that nobody can find out which addresses have an account. */
export const ResetPasswordRequest = z.strictObject({ email: Email })

const LinkToken = z.string().check(z.maxLength(200))

/** POST /api/account/open-link shows what a link is for and doesn't use up the link. */
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

/** POST /api/account/set-password ends all sessions of the account. */
export const SetPasswordRequest = z.strictObject({
  token: LinkToken,
  password: NewPassword,
  /** Chosen from `newPasskeys`. A `take-back` link always removes all passkeys. */
  removePasskeys: z.optional(z.array(z.string().check(z.maxLength(1400))).check(z.maxLength(20))),
})
export type SetPasswordRequest = z.infer<typeof SetPasswordRequest>

/** POST /api/account/change-password ends all other sessions of the user. */
export const ChangePasswordRequest = z.strictObject({ current: GivenPassword, password: NewPassword })

/** POST /api/account/change-email changes nothing until the user follows the link sent to the new address. */
export const ChangeEmailRequest = z.strictObject({ email: Email, password: GivenPassword })

/** POST /api/account/confirm-email needs no session, because people may open the link on another device. */
export const ConfirmEmailRequest = z.strictObject({ token: z.string().check(z.maxLength(200)) })
export const ConfirmEmailAnswer = z.object({ email: z.string() })

export const ChangeNameRequest = z.strictObject({ displayName: DisplayName })

export const DeleteAccountRequest = z.strictObject({ password: GivenPassword })

export const MePatch = z.strictObject({ phone: PhoneNumber })

export const MyPicture = z.strictObject({ photoId: z.nullable(z.uuid()) })

export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      device: z.string(),
    }),
  ),
})
export type SessionList = z.infer<typeof SessionList>

export const UserList = z.object({ users: z.array(Person) })

export const UserAnswer = z.object({ user: Person })

export const UserCreate = z.strictObject({ displayName: DisplayName, email: Email, role: z.optional(Role) })
export type UserCreate = z.infer<typeof UserCreate>

export const InvitationAnswer = z.object({ sentAt: z.iso.datetime(), endsAt: z.iso.datetime() })

export const UserAccess = z.object({
  people: z.array(
    z.object({
      id: z.uuid(),
      signsInWith: z.array(z.string()),
      /** Null if the user has never logged in. */
      lastActiveAt: z.nullable(z.iso.datetime()),
      invitation: z.nullable(InvitationAnswer),
      /** After a restore: the address has been changed since the backup, so an administrator must confirm it. */
      isAddressDoubtful: z.boolean(),
      /** A reset that still needs the approval of a second administrator. */
      resetRequest: z.nullable(z.object({ by: z.uuid(), byName: z.string(), at: z.iso.datetime() })),
    }),
  ),
  requests: z.array(z.object({ id: z.uuid(), displayName: z.string(), email: z.string(), askedAt: z.iso.datetime() })),
})
export type UserAccess = z.infer<typeof UserAccess>

/**
 * GET /api/me/approval-blocks: the people whose entries the caller can't approve, with the reason and the end of the block (RULES.md, AP2).
 */
export const ApprovalBlocks = z.object({
  blocks: z.array(z.object({ personId: z.uuid(), reason: z.string(), until: z.iso.datetime() })),
})

export const ConfirmRequest = z.strictObject({})

export const UserPatch = z.strictObject({ phone: z.optional(PhoneNumber), role: z.optional(Role), disabled: z.optional(z.boolean()) })
export type UserPatch = z.infer<typeof UserPatch>

/**
 * To reset an administrator, two administrators must call POST /api/users/{id}/second-factor-reset. The first call only requests the reset.
 */
export const SecondFactorReset = z.strictObject({ proof: IdentityProof })
export const SecondFactorResetAnswer = z.object({ outcome: z.enum(['reset', 'requested']) })

/** POST /api/users/{id}/address → 204. Confirms or corrects an address that has been changed since the backup of a restore. */
export const AddressConfirmation = z.strictObject({ email: Email, proof: IdentityProof })

/** Paths that links in emails open. The token follows the `#`, so it never appears in a log or proxy. Neither page needs a session. */
export const SET_PASSWORD_PATH = '/reset-password'
export const CONFIRM_EMAIL_PATH = '/confirm-email'
export const PASSKEYS_PATH = '/passkeys'
