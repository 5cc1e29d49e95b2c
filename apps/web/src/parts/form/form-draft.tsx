/** Drafts are stored at every pause, so that a dead battery loses almost nothing. */

import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { signedInPerson } from '#data/session.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'

type Options<V> = {
  saved: Partial<V> | null
  keep(values: V): unknown
  startAgain(): V
}

/** Leaving a form deletes its draft, except in forms that save drafts on leaving. */
export function useFormDraft<V extends FieldValues>(
  form: UseFormReturn<V, unknown, V>,
  draft: OpenDraft,
  { saved, keep, startAgain }: Options<V>,
): [isRestored: boolean, forget: () => void] {
  const [savedValues, setSavedValues] = useState(saved)
  const saveDraft = useEffectEvent((values: V) => {
    const stored = keep(values)
    if (stored === null) dropDraft()
    else draft.change(stored)
  })
  const dropDraft = useEffectEvent(() => void draft.drop().catch(() => {}))
  const leave = useEffectEvent(() => {
    if (!draft.savedOnLeave || keep(form.getValues()) === null) return dropDraft()
    const announce = () => toast('info', 'Draft saved for 24 hours', { title: 'Delete', act: () => void draft.drop().catch(() => {}) })
    draft.flush().then(announce, () => {})
  })
  useEffect(() => {
    // Validation of untouched fields would show errors until the user leaves those fields.
    for (const [name, value] of Object.entries(savedValues ?? {}))
      form.setValue(name as Path<V>, value as never, { shouldDirty: true, shouldValidate: value !== '' && value !== null })
    const stop = form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) })
    const person = signedInPerson()?.id
    return () => {
      stop()
      // If the session has ended, the draft stays, so that the person can log in again and continue.
      if (signedInPerson()?.id === person) leave()
    }
  }, [form, savedValues])
  const forget = () => {
    form.reset(startAgain())
    setSavedValues(null)
  }
  return [savedValues !== null, forget]
}

export const DraftNotice = ({ onForget }: { onForget: () => void }) => (
  <Notice>
    We’ve restored your unsaved draft.
    <br />
    <Button variant="text" sx={{ marginLeft: -12 }} onClick={onForget}>
      Discard draft
    </Button>
  </Notice>
)
