import type { Photo } from '@trailwarden/domain'
import { useOwnPhoto } from '#data/use-records.ts'
import { useObjectUrl } from './photo-input.tsx'

type Size = 'small' | 'large'
type Seen = Pick<Photo, 'id' | 'stored' | 'boxes'>

/** Another address for other boxes, so that a picture on the screen is fetched again. `version`: of its record, where boxes may still be on their way. */
export function addressOf({ id, boxes = [] }: Pick<Photo, 'id' | 'boxes'>, size?: Size, version = 0): string {
  const mark = boxes.reduce((sum, box) => Object.values(box).reduce((all, share) => (all * 31 + share * 10_000) % 1e9, sum), version)
  const query = [size && `size=${size}`, boxes.length > 0 && `blurred=${Math.round(mark)}`].filter(Boolean).join('&')
  return `/api/photos/${id}${query && '?'}${query}`
}

/** Where a photo can be seen from: on the device that took it from its own copy, else from the server once it has it. A blurred one is the server's. */
export function usePhotoUrl(photo: Seen | null, size?: Size, taken?: Blob | undefined, version?: number): string | null {
  const isBlurred = photo?.stored && photo.boxes !== undefined
  const own = useOwnPhoto(taken || isBlurred ? null : (photo?.id ?? null))
  const url = useObjectUrl(taken ?? own)
  return url ?? (own === null && photo?.stored ? addressOf(photo, size, version) : null)
}

/** For lists: what the server has is fetched small, also where a large copy is at hand. */
export const smallPhoto = (photo: Pick<Photo, 'id' | 'boxes'>) => addressOf(photo, 'small')
