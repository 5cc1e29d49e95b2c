import type { Photo } from '@trailwarden/domain'
import { useOwnPhoto } from '#data/use-records.ts'
import { useObjectUrl } from './photo-input.tsx'

type Size = 'small' | 'large'
type Seen = Pick<Photo, 'id' | 'stored' | 'boxes'>

/**
 * The URL changes with the blur boxes, so that the browser reloads a visible photo. The record's `version` is part of the URL because the
 * server may receive new boxes later.
 */
export function addressOf({ id, boxes = [] }: Pick<Photo, 'id' | 'boxes'>, size?: Size, version = 0): string {
  const mark = boxes.reduce((sum, box) => Object.values(box).reduce((all, share) => (all * 31 + share * 10_000) % 1e9, sum), version)
  const query = [size && `size=${size}`, boxes.length > 0 && `blurred=${Math.round(mark)}`].filter(Boolean).join('&')
  return `/api/photos/${id}${query && '?'}${query}`
}

/** A photo taken on this device is shown from the device, except that blurred photos always come from the server. */
export function usePhotoUrl(photo: Seen | null, size?: Size, taken?: Blob | undefined, version?: number): string | null {
  const isBlurred = photo?.stored && photo.boxes !== undefined
  const own = useOwnPhoto(taken || isBlurred ? null : (photo?.id ?? null))
  const url = useObjectUrl(taken ?? own)
  return url ?? (own === null && photo?.stored ? addressOf(photo, size, version) : null)
}

export const smallPhoto = (photo: Pick<Photo, 'id' | 'boxes'>) => addressOf(photo, 'small')
