import {
  type AccountRequest,
  type ChangeEmailRequest,
  type ChangeNameRequest,
  type ChangePasswordRequest,
  ConfirmEmailAnswer,
  type DeleteAccountRequest,
  type LoginRequest,
  type MePatch,
  type RegisterRequest,
  type SetPasswordRequest,
  SignedIn,
} from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import type * as z from 'zod/mini'
import { type ApiAnswer, type ApiRefusal, callApi } from '#data/api.ts'
import { endLeftSession, refreshSession, signedInAs, signOut } from '#data/session.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { toast } from '#ui/feedback/toasts.ts'

export function toastOutcome<T>(answer: ApiAnswer<T>, success: string, failure: (reason: string) => string): ApiAnswer<T> {
  if (answer.ok) toast('success', success)
  else toast('error', failure(reasonOf(answer)))
  return answer
}

export async function register(input: RegisterRequest): Promise<ApiAnswer<{ person: Person }>> {
  toast('info', ACCOUNT_MESSAGES.registering)
  await endLeftSession()
  return toastOutcome(
    await callApi('POST', '/api/account/register', SignedIn, input),
    ACCOUNT_MESSAGES.registered,
    ACCOUNT_MESSAGES.notRegistered,
  )
}

export async function requestAccount(input: AccountRequest): Promise<ApiAnswer<null>> {
  return toastOutcome(
    await callApi('POST', '/api/account/request', null, input),
    ACCOUNT_MESSAGES.accountRequested,
    ACCOUNT_MESSAGES.accountNotRequested,
  )
}

/** If a new manager's password is too short for the role, the password isn't wrong, and the server has sent an email with a reset link. */
export const loginReason = (refusal: ApiRefusal) =>
  refusal.code === 'weak-password' ? `Your role needs a longer password. ${ACCOUNT_MESSAGES.linkOnItsWay}` : reasonOf(refusal)

export async function logIn(input: LoginRequest): Promise<ApiAnswer<z.infer<typeof SignedIn>>> {
  toast('info', ACCOUNT_MESSAGES.loggingIn)
  await endLeftSession()
  const answer = await callApi('POST', '/api/account/login', SignedIn, input)
  if (answer.ok && answer.value.passkeyMissing) toast('warning', ACCOUNT_MESSAGES.passkeyMissing)
  else if (answer.ok) toast('success', ACCOUNT_MESSAGES.loggedIn)
  // The form itself shows that a passkey is needed, and a toast would cover its button.
  else if (answer.code !== 'passkey-needed') toast('error', ACCOUNT_MESSAGES.notLoggedIn(loginReason(answer)))
  return answer
}

/** The device forgets the person even if the server doesn't respond. The session may then still be open. */
export async function logOut(leave: () => void | Promise<void>): Promise<void> {
  toast('info', ACCOUNT_MESSAGES.loggingOut)
  const answer = await signOut(leave)
  if (!answer.ok && answer.code !== 'no-answer') return toast('error', ACCOUNT_MESSAGES.notLoggedOut(reasonOf(answer)))
  if (answer.ok) toast('success', ACCOUNT_MESSAGES.loggedOut)
  else toast('warning', ACCOUNT_MESSAGES.loggedOutHere)
}

/** After too many requests, a link was already sent within the last hour, perhaps at a stranger's request. */
export const resetReason = (refusal: ApiRefusal) =>
  refusal.code === 'too-many-requests' ? ACCOUNT_MESSAGES.resetLimited : reasonOf(refusal)

export async function requestReset(email: string): Promise<ApiAnswer<null>> {
  return toastOutcome(
    await callApi('POST', '/api/account/reset-password', null, { email }),
    ACCOUNT_MESSAGES.resetSent(email),
    ACCOUNT_MESSAGES.notReset,
  )
}

export async function setPassword(input: z.infer<typeof SetPasswordRequest>): Promise<ApiAnswer<null>> {
  const answer = toastOutcome(
    await callApi('POST', '/api/account/set-password', null, input),
    ACCOUNT_MESSAGES.passwordSet,
    ACCOUNT_MESSAGES.notReset,
  )
  // The change has ended all of the person's sessions, perhaps including the current one.
  if (answer.ok) await refreshSession()
  return answer
}

export async function changePassword(input: z.infer<typeof ChangePasswordRequest>): Promise<ApiAnswer<null>> {
  return toastOutcome(
    await callApi('POST', '/api/account/change-password', null, input),
    ACCOUNT_MESSAGES.passwordChanged,
    ACCOUNT_MESSAGES.passwordNotChanged,
  )
}

export async function changeEmail(input: z.infer<typeof ChangeEmailRequest>): Promise<ApiAnswer<null>> {
  return toastOutcome(
    await callApi('POST', '/api/account/change-email', null, input),
    ACCOUNT_MESSAGES.emailChanged(input.email),
    ACCOUNT_MESSAGES.emailNotChanged,
  )
}

export async function confirmEmail(token: string): Promise<ApiAnswer<{ email: string }>> {
  const answer = await callApi('POST', '/api/account/confirm-email', ConfirmEmailAnswer, { token })
  if (answer.ok) await refreshSession()
  return toastOutcome(answer, answer.ok ? ACCOUNT_MESSAGES.emailConfirmed(answer.value.email) : '', ACCOUNT_MESSAGES.emailNotChanged)
}

/** The server's profile replaces the stored one. */
export function showProfile(answer: ApiAnswer<{ person: Person }>): ApiAnswer<{ person: Person }> {
  if (answer.ok) signedInAs(answer.value.person)
  return answer
}

export async function changeName(input: z.infer<typeof ChangeNameRequest>): Promise<ApiAnswer<{ person: Person }>> {
  return showProfile(
    toastOutcome(
      await callApi('POST', '/api/account/change-name', SignedIn, input),
      ACCOUNT_MESSAGES.nameChanged,
      ACCOUNT_MESSAGES.nameNotChanged,
    ),
  )
}

export async function changeProfile(input: z.infer<typeof MePatch>): Promise<ApiAnswer<{ person: Person }>> {
  const { saved, notSaved } = ITEM_MESSAGES
  return showProfile(toastOutcome(await callApi('PATCH', '/api/me', SignedIn, input), saved('Profile'), notSaved('your profile')))
}

export async function deleteAccount(input: z.infer<typeof DeleteAccountRequest>): Promise<ApiAnswer<null>> {
  toast('info', ACCOUNT_MESSAGES.deleting)
  return toastOutcome(await callApi('POST', '/api/account/delete', null, input), ACCOUNT_MESSAGES.deleted, ACCOUNT_MESSAGES.notDeleted)
}
