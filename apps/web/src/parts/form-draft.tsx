/** What is typed into a form and not saved yet: stored on this device at every pause, so that a dead battery costs nothing. */
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { signedInPerson } from '#data/session.ts'
import type { useDraft } from '#data/use-records.ts'
import { Notice } from '#ui/notice.tsx'

type Options<V> = {
  /** What was typed before, if the draft still fits the form. */
  saved: V | null
  /** What is saved of these values; null: nothing in them would be missed. */
  keep(values: V): unknown
  /** What the form holds when the draft is thrown away. */
  startAgain(): V
}

/** Restores the saved draft, saves what is typed, and deletes the draft when the form is left: saved, or abandoned after a question. */
export function useFormDraft<V extends FieldValues>(
  form: UseFormReturn<V, unknown, V>,
  draft: ReturnType<typeof useDraft>,
  { saved, keep, startAgain }: Options<V>,
): [isRestored: boolean, forget: () => void] {
  const [savedValues, setSavedValues] = useState(saved)
  const saveDraft = useEffectEvent((values: V) => {
    const stored = keep(values)
    if (stored !== null) draft.change(stored)
  })
  const dropDraft = useEffectEvent(() => draft.drop().catch(() => {}))
  useEffect(() => {
    // What was never filled in is not blamed: an error of a field that nobody has left yet would stay until it is left.
    for (const [name, value] of Object.entries(savedValues ?? {}))
      form.setValue(name as Path<V>, value as never, { shouldDirty: true, shouldValidate: value !== '' && value !== null })
    const stop = form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) })
    const person = signedInPerson()?.id
    return () => {
      stop()
      // After the end of a session the draft stays: the person may log in again and go on.
      if (signedInPerson()?.id === person) void dropDraft()
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
    This is what you had written and not saved.
    <br />
    <Button variant="text" sx={{ ml: -1.5 }} onClick={onForget}>
      Throw it away
    </Button>
  </Notice>
)
