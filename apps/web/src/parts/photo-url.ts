import type { Photo } from '@trailwarden/domain'
import { useOwnPhoto } from '#data/use-records.ts'
import { useObjectUrl } from './photo-input.tsx'

type Size = 'small' | 'large'
type Seen = Pick<Photo, 'id' | 'stored'>

const addressOf = ({ id }: Pick<Photo, 'id'>, size?: Size) => `/api/photos/${id}${size ? `?size=${size}` : ''}`

/** Where a photo can be seen from: on the device that took it from its own copy, else from the server once it has it. */
export function usePhotoUrl(photo: Seen | null, size?: Size, taken?: Blob | undefined): string | null {
  const own = useOwnPhoto(taken ? null : (photo?.id ?? null))
  const url = useObjectUrl(taken ?? own)
  return url ?? (own === null && photo?.stored ? addressOf(photo, size) : null)
}

/** For lists: what the server has is fetched small, also where a large copy is at hand. */
export const smallPhoto = (photo: Pick<Photo, 'id'>) => addressOf(photo, 'small')
