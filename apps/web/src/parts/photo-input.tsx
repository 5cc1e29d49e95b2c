import { styled } from '@mui/material/styles'
import { PHOTO_LARGE_SIDE, PHOTO_TYPE, PHOTOS_MAX } from '@trailwarden/domain'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Photos } from '#data/device.ts'
import { scalePhoto } from './scale-photo.ts'

/** A blob's address for an image, given back when it is no longer shown. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setUrl(null)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

// Not hidden: a chooser that is not on the page cannot be opened by every browser.
const Chooser = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0 })

/**
 * Photos, taken or chosen; made small at once, so that what is seen is what will be sent. `room`: how many more there may be. `input` must
 * be on the page.
 */
export function usePhotoInput(
  onPhotos: (photos: Photos) => void,
  room = PHOTOS_MAX,
): { input: ReactNode; choose: () => void; issue: string | null } {
  const [issue, setIssue] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    target.value = ''
    if (files.length === 0) return
    if (files.some(({ type }) => type !== PHOTO_TYPE)) return setIssue('Only jpg photos can be used.')
    try {
      const photos: Record<string, Blob> = {}
      // One after the other: unpacked, each takes a lot of memory.
      for (const file of files.slice(0, room)) photos[crypto.randomUUID()] = await scalePhoto(file, PHOTO_LARGE_SIDE, PHOTO_LARGE_SIDE)
      onPhotos(photos)
      setIssue(files.length > room ? `There is room for ${PHOTOS_MAX} photos. The others were left out.` : null)
    } catch {
      setIssue('This photo could not be read. Take or choose another one.')
    }
  }
  return {
    input: <Chooser ref={input} type="file" accept={PHOTO_TYPE} multiple={room > 1} aria-label="Photo" tabIndex={-1} onChange={take} />,
    choose: () => input.current?.click(),
    issue,
  }
}
