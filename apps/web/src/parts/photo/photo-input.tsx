import { PHOTO_LARGE_SIDE, PHOTOS_MAX } from '@trailwarden/domain'
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Photos } from '#data/device/device.ts'
import { hasSharedPhotos, readSharedPhotos } from '#platform/shared-photos.ts'
import { styled } from '#ui/styled.ts'
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

/** Every browser reads the first three. iPhones and some browsers also read HEIC. The device converts all of them to JPEG. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif']
/** With a list that contains HEIC, iPhones would not convert photos to JPEG when people choose them. */
const CHOOSABLE = 'image/*'

/** Some systems give HEIC files no type. */
const typeOf = ({ type, name }: File) => type || (/\.hei[cf]$/i.test(name) ? 'image/heic' : '')

const whyUnreadable = (file: File) =>
  typeOf(file).startsWith('image/hei')
    ? 'This browser can’t read HEIC photos. Choose a JPEG, PNG or WebP photo.'
    : 'Couldn’t read this photo. Take or choose another one.'

/** Photos are scaled down immediately, so that people see the result before sending. `input` must be in the document. */
export function usePhotoInput(
  onPhotos: (photos: Photos) => void,
  room = PHOTOS_MAX,
): { input: ReactNode; choose: () => void; issue: string | null } {
  const [issue, setIssue] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  async function add(files: readonly File[]) {
    if (files.length === 0) return
    if (files.some((file) => !TYPES.includes(typeOf(file)))) return setIssue('You can add JPEG, PNG, WebP and HEIC photos.')
    const photos: Record<string, Blob> = {}
    // Each decoded photo uses a lot of memory, so photos are scaled one at a time.
    for (const file of files.slice(0, room)) {
      const photo = await scalePhoto(file, PHOTO_LARGE_SIDE, PHOTO_LARGE_SIDE).catch(() => null)
      if (!photo) return setIssue(whyUnreadable(file))
      photos[crypto.randomUUID()] = photo
    }
    onPhotos(photos)
    setIssue(files.length > room ? 'You’ve reached the maximum number of photos. The rest weren’t added.' : null)
  }
  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    target.value = ''
    await add(files)
  }
  const addShared = useEffectEvent(async () => {
    const { files, drop } = await readSharedPhotos()
    await add(files)
    drop()
  })
  useEffect(() => {
    if (hasSharedPhotos(location.search)) addShared().catch((error: unknown) => console.warn('couldn’t read the shared photos', error))
  }, [])
  return {
    input: <Chooser ref={input} type="file" accept={CHOOSABLE} multiple={room > 1} aria-label="Photo" tabIndex={-1} onChange={take} />,
    choose: () => input.current?.click(),
    issue,
  }
}
