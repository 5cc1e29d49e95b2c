import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Photos } from '#data/device/device.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { useFormDraft } from '#parts/form/form-draft.tsx'
import { type ActionValues, draftOf, hasText } from './action-values.ts'

type Form = UseFormReturn<ActionValues, unknown, ActionValues>

export function useActionDraft(form: Form, start: ActionValues, draft: OpenDraft, taken: Photos) {
  const [saved] = useState(() => draftOf(draft.saved))
  // Photos that couldn't be stored with the draft are lost.
  const isHere = ({ id }: { id: string }) => taken[id] || start.photos.some((photo) => photo.id === id)
  // A new Action's form gets the place from this hook's result, because it would otherwise fill in where the person is now.
  const isNew = start.area === ''
  const { place = null, ...values } = saved ?? {}
  const [isRestored, forget] = useFormDraft(form, draft, {
    saved: saved && { ...values, ...(!isNew && { place }), photos: saved.photos.filter(isHere) },
    keep: (values) => (hasText(values, start) ? { values } : null),
    startAgain() {
      const { place, area, trail } = form.getValues()
      // If the user starts again, a new Action keeps its location, because the device hasn't moved.
      return isNew ? { ...start, place, area, trail } : start
    },
  })
  return { isRestored, forget, place: isNew ? place : null }
}
