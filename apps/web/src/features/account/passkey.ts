/** Passkeys in the browser. Its library is fetched when someone uses one. */
import { PasskeyAdded, PasskeyChallenge, PasskeyList, RecoveryCodes, SignedIn } from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import { type ApiRefusal, callApi } from '#data/api.ts'
import { endLeftSession, refreshSession } from '#data/session.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { reasonOf } from '#parts/reason.ts'
import { toast } from '#ui/toasts.ts'

/** `code` is missing where the browser or its owner said no. */
type Done<T> = { ok: true; value: T } | { ok: false; message: string; code?: ApiRefusal['code'] }

const refused = (refusal: ApiRefusal): Done<never> => ({ ok: false, message: reasonOf(refusal), code: refusal.code })
const notUsed = (message: string): Done<never> => ({ ok: false, message })

export const canUsePasskeys = () => typeof PublicKeyCredential === 'function'

export const askPasskeys = () => callApi('GET', '/api/me/passkeys', PasskeyList)

export async function logInWithPasskey(): Promise<Done<Person>> {
  await endLeftSession()
  const asked = await callApi('POST', '/api/account/passkey-challenge', PasskeyChallenge)
  if (!asked.ok) return refused(asked)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challengeId, options } = asked.value
  // Safe: the server's library made the options for the browser's, and that one checks them.
  const answer = await startAuthentication({ optionsJSON: options as never }).catch(() => null)
  if (!answer) return notUsed(ACCOUNT_MESSAGES.passkeyNotUsed)
  const signedIn = await callApi('POST', '/api/account/passkey-login', SignedIn, { challengeId, answer })
  if (signedIn.ok) return { ok: true, value: signedIn.value.person }
  return signedIn.code === 'wrong-credentials' ? notUsed(ACCOUNT_MESSAGES.passkeyUnknown) : refused(signedIn)
}

/** Answers the recovery codes that come with the first passkey. */
export async function addPasskey(password: string): Promise<Done<string[] | null>> {
  const asked = await callApi('POST', '/api/me/passkeys/options', PasskeyChallenge, { password })
  if (!asked.ok) return refused(asked)
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { challengeId, options } = asked.value
  let answer: Awaited<ReturnType<typeof startRegistration>>
  try {
    answer = await startRegistration({ optionsJSON: options as never })
  } catch (error) {
    return notUsed(
      error instanceof Error && error.name === 'InvalidStateError' ? ACCOUNT_MESSAGES.passkeyThereAlready : ACCOUNT_MESSAGES.passkeyNotUsed,
    )
  }
  const added = await callApi('POST', '/api/me/passkeys', PasskeyAdded, { challengeId, answer })
  if (!added.ok) return added.code === 'not-valid' ? notUsed(ACCOUNT_MESSAGES.passkeyNotUsed) : refused(added)
  toast('success', ACCOUNT_MESSAGES.passkeyAdded)
  // Where the network asks for a passkey, the role is in force from now on.
  await refreshSession()
  return { ok: true, value: added.value.codes }
}

export async function removePasskey(id: string, password: string): Promise<Done<null>> {
  const removed = await callApi('POST', `/api/me/passkeys/${encodeURIComponent(id)}/remove`, null, { password })
  if (!removed.ok) return refused(removed)
  toast('success', ACCOUNT_MESSAGES.passkeyRemoved)
  await refreshSession()
  return removed
}

export async function makeRecoveryCodes(password: string): Promise<Done<string[]>> {
  const made = await callApi('POST', '/api/me/recovery-codes', RecoveryCodes, { password })
  return made.ok ? { ok: true, value: made.value.codes } : refused(made)
}
