import { type IdentityProof, PasskeyAdded, PasskeyChallenge, PasskeyList, RecoveryCodes, SignedIn } from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import { type ApiRefusal, callApi } from '#data/api.ts'
import { endLeftSession } from '#data/session.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { askPasskey } from '#parts/person/passkey-answer.ts'
import { toast } from '#ui/feedback/toasts.ts'

/** `code` is missing if the browser or the user cancelled the operation. */
type Done<T> = { ok: true; value: T } | { ok: false; message: string; code?: ApiRefusal['code'] }

const refused = (refusal: ApiRefusal): Done<never> => ({ ok: false, message: reasonOf(refusal), code: refusal.code })
const notUsed = (message: string): Done<never> => ({ ok: false, message })

export const askPasskeys = () => callApi('GET', '/api/me/passkeys', PasskeyList)

export async function logInWithPasskey(): Promise<Done<Person>> {
  await endLeftSession()
  const asked = await askPasskey()
  if (!asked) return notUsed(ACCOUNT_MESSAGES.passkeyNotUsed)
  if (!asked.ok) return refused(asked)
  const signedIn = await callApi('POST', '/api/account/passkey-login', SignedIn, asked.value)
  if (signedIn.ok) return { ok: true, value: signedIn.value.person }
  return signedIn.code === 'wrong-credentials' ? notUsed(ACCOUNT_MESSAGES.passkeyUnknown) : refused(signedIn)
}

/** People who logged in without a second factor must confirm by email before they add a passkey. */
export async function requestPasskeyLink(proof: IdentityProof): Promise<Done<null>> {
  const sent = await callApi('POST', '/api/me/passkeys/link', null, proof)
  return sent.ok ? sent : refused(sent)
}

/** The first passkey comes with recovery codes. */
export async function addPasskey(proof: IdentityProof | { token: string }): Promise<Done<string[] | null>> {
  const asked = await callApi('POST', '/api/me/passkeys/options', PasskeyChallenge, proof)
  if (!asked.ok) return refused(asked)
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { challengeId, options } = asked.value
  let answer: Awaited<ReturnType<typeof startRegistration>>
  try {
    // The cast is safe because the server's library created these options for the browser library, which validates them.
    answer = await startRegistration({ optionsJSON: options as never })
  } catch (error) {
    return notUsed(
      error instanceof Error && error.name === 'InvalidStateError'
        ? ACCOUNT_MESSAGES.passkeyThereAlready
        : ACCOUNT_MESSAGES.passkeyNotAdded,
    )
  }
  const added = await callApi('POST', '/api/me/passkeys', PasskeyAdded, { challengeId, answer })
  if (!added.ok) return added.code === 'not-valid' ? notUsed(ACCOUNT_MESSAGES.passkeyNotAdded) : refused(added)
  toast('success', ACCOUNT_MESSAGES.passkeyAdded)
  return { ok: true, value: added.value.codes }
}

export async function removePasskey(id: string, proof: IdentityProof): Promise<Done<null>> {
  const removed = await callApi('POST', `/api/me/passkeys/${encodeURIComponent(id)}/remove`, null, proof)
  if (!removed.ok) return refused(removed)
  toast('success', ACCOUNT_MESSAGES.passkeyRemoved)
  return removed
}

export async function makeRecoveryCodes(proof: IdentityProof): Promise<Done<string[]>> {
  const made = await callApi('POST', '/api/me/recovery-codes', RecoveryCodes, proof)
  return made.ok ? { ok: true, value: made.value.codes } : refused(made)
}
