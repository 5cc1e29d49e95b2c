import { ApiKey, type IdentityProof, type KeyCreate, KeyList, KeyMade } from '@trailwarden/api'
import type { KeyScope } from '@trailwarden/domain'
import { callApi } from '#data/api.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { toast } from '#ui/feedback/toasts.ts'

export const SCOPE_TITLES: Record<KeyScope, { title: string; help: string }> = {
  'read-status': { title: 'Read status', help: 'The latest status of each network' },
  'post-status': { title: 'Post status', help: 'Updates show the key’s name, and subscribers get an email' },
  'read-actions': { title: 'Read Actions', help: 'All Actions, without names, notes or photos' },
}

export const askKeys = () => callApi('GET', '/api/keys', KeyList)

export const makeKey = (input: KeyCreate) => callApi('POST', '/api/keys', KeyMade, input)

export const takeOverKey = (id: string, proof: IdentityProof) => callApi('POST', `/api/keys/${id}/take-over`, ApiKey, { proof })

/** False means that the key still works. */
export async function revokeKey(id: string, name: string): Promise<boolean> {
  const answer = await callApi('DELETE', `/api/keys/${id}`, null)
  // A key that someone else has already revoked also counts as revoked.
  const isGone = answer.ok || answer.code === 'not-found'
  if (isGone) toast('warning', `Key revoked: ${name}`)
  else toast('error', `Couldn’t revoke the key: ${reasonOf(answer)}`)
  return isGone
}
