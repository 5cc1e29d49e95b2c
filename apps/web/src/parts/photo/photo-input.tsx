import { styled } from '@mui/material/styles'
import { PHOTO_LARGE_SIDE, PHOTO_TYPE, PHOTOS_MAX } from '@trailwarden/domain'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Photos } from '#data/device/device.ts'
import { scalePhoto } from './scale-photo.ts'

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

// Some browsers can't open a file chooser that isn't rendered, so the input is invisible instead.
const Chooser = styled('input')({ position: 'absolute', width: 1, height: 1, opacity: 0 })

/** Photos are scaled down immediately, so that people see the result before sending. `input` must be in the document. */
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
    if (files.some(({ type }) => type !== PHOTO_TYPE)) return setIssue('You can only add JPEG photos.')
    try {
      const photos: Record<string, Blob> = {}
      // Each decoded photo uses a lot of memory, so photos are scaled one at a time.
      for (const file of files.slice(0, room)) photos[crypto.randomUUID()] = await scalePhoto(file, PHOTO_LARGE_SIDE, PHOTO_LARGE_SIDE)
      onPhotos(photos)
      setIssue(files.length > room ? `You can add up to ${PHOTOS_MAX} photos. The rest weren’t added.` : null)
    } catch {
      setIssue('Couldn’t read this photo. Take or choose another one.')
    }
  }
  return {
    input: <Chooser ref={input} type="file" accept={PHOTO_TYPE} multiple={room > 1} aria-label="Photo" tabIndex={-1} onChange={take} />,
    choose: () => input.current?.click(),
    issue,
  }
}
