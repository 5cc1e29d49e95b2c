/** Keys for other programs: what the screen asks of the server. Nothing of it is stored on the device. */
import { type KeyCreate, KeyList, KeyMade } from '@trailwarden/api'
import type { KeyScope } from '@trailwarden/domain'
import { callApi } from '#data/api.ts'
import { reasonOf } from '#parts/reason.ts'
import { toast } from '#ui/toasts.ts'

export const SCOPE_TITLES: Record<KeyScope, { title: string; help: string }> = {
  'read-status': { title: 'Read status', help: 'What was posted last for each network' },
  'post-status': { title: 'Post status', help: 'In the name of the key; subscribers get their emails' },
  'read-actions': { title: 'Read Actions', help: 'All of them, without names, notes and photos' },
}

export const askKeys = () => callApi('GET', '/api/keys', KeyList)

export const makeKey = (input: KeyCreate) => callApi('POST', '/api/keys', KeyMade, input)

/** False: it still works. */
export async function revokeKey(id: string, name: string): Promise<boolean> {
  const answer = await callApi('DELETE', `/api/keys/${id}`, null)
  // Revoked by somebody else meanwhile is revoked.
  const isGone = answer.ok || answer.code === 'not-found'
  if (isGone) toast('warning', `Key revoked: ${name}`)
  else toast('error', `The key still works: ${reasonOf(answer)}`)
  return isGone
}
