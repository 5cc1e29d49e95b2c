import { useEffect, useMemo, useState } from 'react'
import type { Device } from '../device/device.ts'
import type { Photos } from '../device/device-database.ts'
import { useDeviceOrThrow } from '../use-records.ts'
import { createDraft, dropDraft, readDraft, readDraftPhotos } from './draft.ts'
import { openDraft } from './open-drafts.ts'

type Stored = { value: unknown; photos: Photos }

/**
 * `saved` is undefined until the draft has been read, and null if there is none. `savedOnLeave` stores the draft for a day after the person
 * leaves the form, without a prompt.
 */
export type OpenDraft = {
  saved: unknown
  photos: Photos
  savedOnLeave: boolean
  change(value: unknown): void
  flush(): Promise<void>
  keepPhotos(photos: Photos): Promise<void>
  drop(): Promise<unknown>
}

const photosIn = (value: unknown): Photos =>
  Object.fromEntries(Object.entries(Object(Object(value).taken)).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob))

export function useDraft(key: string, options: { savedOnLeave?: boolean } = {}): OpenDraft {
  const [draft, error] = useDraftOf(useDeviceOrThrow(), key, options)
  if (error) throw error.error
  return draft
}

/** The device may belong to someone other than the logged-in person. */
export function useDraftOf(
  device: Device | null,
  key: string,
  { savedOnLeave = false }: { savedOnLeave?: boolean } = {},
): [OpenDraft, { error: unknown } | null] {
  const [stored, setStored] = useState<Stored>()
  const [error, setError] = useState<{ error: unknown } | null>(null)
  const draft = useMemo(() => (device ? createDraft(device.db, key, { expires: savedOnLeave }) : null), [device, key, savedOnLeave])
  useEffect(() => {
    let isOpen = true
    const closeDraft = openDraft(key)
    const read = async ({ db }: Device) => {
      const value = (await readDraft(db, key)) ?? null
      // Up to version 2.9, the value contained the photos.
      const older = photosIn(value)
      await draft?.keepPhotos(older)
      return { value, photos: { ...older, ...(await readDraftPhotos(db, key)) } }
    }
    if (device)
      read(device).then(
        (value) => isOpen && setStored(value),
        (reason: unknown) => isOpen && setError({ error: reason }),
      )
    return () => {
      isOpen = false
      closeDraft()
      draft?.flush().catch((error: unknown) => console.warn('draft not saved', error))
    }
  }, [device, key, draft])
  const opened = {
    saved: stored?.value,
    photos: stored?.photos ?? {},
    savedOnLeave,
    change: (value: unknown) => draft?.change(value),
    flush: async () => draft?.flush(),
    keepPhotos: async (photos: Photos) => draft?.keepPhotos(photos),
    drop: async () => (draft ? draft.drop() : device && dropDraft(device.db, key)),
  }
  return [opened, error]
}
