/** The passkey library is loaded only when someone uses a passkey. */
import { PasskeyChallenge } from '@trailwarden/api'
import { type ApiRefusal, callApi } from '#data/api.ts'

export const canUsePasskeys = () => typeof PublicKeyCredential === 'function'

/** Null means that the browser or the user declined. */
export async function askPasskey(): Promise<{ ok: true; value: { challengeId: string; answer: never } } | ApiRefusal | null> {
  const asked = await callApi('POST', '/api/account/passkey-challenge', PasskeyChallenge)
  if (!asked.ok) return asked
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challengeId, options } = asked.value
  // This cast is safe because the server's library creates the options for the browser's library, which checks them. The same applies to
  // the response.
  const answer = await startAuthentication({ optionsJSON: options as never }).catch(() => null)
  return answer && { ok: true, value: { challengeId, answer: answer as never } }
}
