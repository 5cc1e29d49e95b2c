import type { Action } from '@trailwarden/domain'
import { useOwnPhoto } from '#data/use-records.ts'
import { useObjectUrl } from '#parts/photo-input.tsx'

/** Where an action's photo can be seen from: on the device that took it from its own copy, else from the server once it has it. */
export function useActionPhoto(action: Pick<Action, 'photoId' | 'photoStored'> | null): string | null {
  const photoId = action?.photoId ?? null
  const own = useOwnPhoto(photoId)
  const ownUrl = useObjectUrl(own)
  return ownUrl ?? (own === null && photoId && action?.photoStored ? `/api/photos/${photoId}` : null)
}
