import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Photos } from '#data/device/device.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'

export type TakenPhotos = ReturnType<typeof useTakenPhotos>

export function useTakenPhotos(draft: OpenDraft) {
  const [taken, setTaken] = useState<Photos>(draft.photos)
  return {
    taken,
    add(more: Photos) {
      void draft.keepPhotos(more).catch((error: unknown) => console.warn('photo not saved with the draft', error))
      // The next render needs the photos.
      flushSync(() => setTaken((before) => ({ ...before, ...more })))
    },
    clear: () => setTaken({}),
  }
}
