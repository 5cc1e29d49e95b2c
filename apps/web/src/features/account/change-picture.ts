/** Visitors load account.ts to log in. Uploads need the code for logged-in devices, so they are in a separate file. */
import { SignedIn } from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import { type ApiAnswer, type ApiRefusal, callApi } from '#data/api.ts'
import { uploadPhoto } from '#data/device/device-remote.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { showProfile, toastOutcome } from './account.ts'

const UPLOAD_MS = 60_000

async function uploadPicture(id: string, picture: Blob): Promise<ApiRefusal | null> {
  try {
    const refusal = await uploadPhoto(id, picture, { signal: AbortSignal.timeout(UPLOAD_MS), alive: () => undefined })
    // The cast is safe because problem details come only from our server.
    return refusal && ({ ok: false, ...refusal } as ApiRefusal)
  } catch (error) {
    return { ok: false, code: 'no-answer', detail: String(error) }
  }
}

export async function changePicture(picture: Blob | null): Promise<ApiAnswer<{ person: Person }>> {
  const { saved, notSaved } = ITEM_MESSAGES
  const photoId = picture && crypto.randomUUID()
  const refusal = photoId && (await uploadPicture(photoId, picture))
  const answer = refusal || (await callApi('PUT', '/api/me/picture', SignedIn, { photoId }))
  return showProfile(toastOutcome(answer, saved('Photo'), notSaved('your photo')))
}
