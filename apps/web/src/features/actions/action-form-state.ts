import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Photos } from '#data/device.ts'
import type { useDraft } from '#data/use-records.ts'
import { useFormDraft } from '#parts/form-draft.tsx'
import { type ActionValues, draftOf, hasText } from './action-values.ts'

type Form = UseFormReturn<ActionValues, unknown, ActionValues>
type Draft = ReturnType<typeof useDraft>

export function useActionDraft(form: Form, start: ActionValues, draft: Draft, taken: Photos) {
  const [saved] = useState(() => draftOf(draft.saved))
  // A photo that could not be kept with its draft is not there any more.
  const isHere = ({ id }: { id: string }) => saved?.taken[id] || start.photos.some((photo) => photo.id === id)
  return useFormDraft(form, draft, {
    saved: saved && { ...saved.values, photos: saved.values.photos.filter(isHere) },
    keep: (values) => (hasText(values, start) ? { values, taken } : null),
    startAgain() {
      const { place, area, trail } = form.getValues()
      // Of a new action the position stays: the device measured it, and it is still here.
      return start.area === '' ? { ...start, place, area, trail } : start
    },
  })
}
