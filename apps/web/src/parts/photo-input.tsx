import { styled } from '@mui/material/styles'
import { PHOTO_MAX_HEIGHT, PHOTO_MAX_WIDTH, PHOTO_TYPE } from '@trailwarden/domain'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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

/** One photo, taken or chosen; made small at once, so that what is seen is what will be sent. `input` must be on the page. */
export function usePhotoInput(onPhoto: (photo: Blob) => void): { input: ReactNode; choose: () => void; issue: string | null } {
  const [issue, setIssue] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    if (file.type !== PHOTO_TYPE) return setIssue('Only jpg photos can be used.')
    try {
      onPhoto(await scalePhoto(file, PHOTO_MAX_WIDTH, PHOTO_MAX_HEIGHT))
      setIssue(null)
    } catch {
      setIssue('This photo could not be read. Take or choose another one.')
    }
  }
  return {
    input: <Chooser ref={input} type="file" accept={PHOTO_TYPE} aria-label="Photo" tabIndex={-1} onChange={take} />,
    choose: () => input.current?.click(),
    issue,
  }
}
