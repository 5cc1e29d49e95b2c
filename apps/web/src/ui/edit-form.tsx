/**
 * Every form of the app. It checks with the schema the server checks with, disables its button while there is nothing to send or
 * something is wrong, sends once, and lets nobody leave with unsaved edits unasked.
 */
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type RegisterOptions, type Resolver, useForm } from 'react-hook-form'
import { stayBusy } from '#platform/busy.ts'
import { afterPress } from './after-press.ts'
import { FootBar } from './foot-bar.tsx'
import { Icon } from './icon.tsx'
import { DESKTOP } from './theme.ts'
import { useIsTyping } from './typing.ts'
import { UnsavedEdits } from './unsaved-edits.tsx'

/** What the validators of all our schemas have in common (Standard Schema). */
type Schema<Output> = {
  '~standard': {
    validate(value: unknown): Validated<Output> | Promise<Validated<Output>>
  }
}
type Validated<Output> = { value: Output; issues?: undefined } | { issues: readonly Issue[] }
type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

const nameOf = (issue: Issue) => (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')

const resolverOf =
  <Values extends FieldValues, Output>(schema: Schema<Output>): Resolver<Values, unknown, Output> =>
  async (values) => {
    const result = await schema['~standard'].validate(values)
    if (!result.issues) return { values: result.value, errors: {} }
    // The first issue of a field is shown; the next one when that is fixed.
    const issues = result.issues.toReversed().map((issue) => [nameOf(issue), { type: 'schema', message: issue.message }])
    // Safe: the names come from the schema of the same values.
    return { values: {}, errors: Object.fromEntries(issues) as never }
  }

type Saved<Values> =
  /** `values` are shown from now on, `next` is done once leaving is free. */
  | { ok: true; values?: DefaultValues<Values>; next?: () => void | Promise<void> }
  /** An error that belongs to a field is shown there; `clear` empties fields that are of no more use. */
  | { ok: false; field?: Path<Values & FieldValues>; message?: string; clear?: readonly Path<Values & FieldValues>[] }

type Options<Values extends FieldValues, Output> = {
  schema: Schema<Output>
  values: DefaultValues<Values>
  save: (values: Output) => Promise<Saved<Values>>
  /** False where nothing typed is worth a question: login, a password asked for again. */
  keepsEdits?: boolean
  /** True where a password manager may have filled in everything before the page knows of it: the button is on from the start. */
  startsReady?: boolean
}

export function useEditForm<Values extends FieldValues, Output = Values>({
  schema,
  values,
  save,
  keepsEdits = true,
  startsReady = false,
}: Options<Values, Output>) {
  const form = useForm<Values, unknown, Output>({ mode: 'onTouched', defaultValues: values, resolver: resolverOf(schema) })
  const { isDirty, isValid, isSubmitting, errors } = form.formState
  // Read by the blocker at the moment of leaving, which may come before the next render.
  const unsaved = useRef(false)
  useEffect(() => {
    unsaved.current = keepsEdits && isDirty
    // No other tab may reload this one meanwhile.
    return unsaved.current ? stayBusy() : undefined
  }, [keepsEdits, isDirty])

  const submit = form.handleSubmit(async (output) => {
    const saved = await save(output)
    if (saved.ok) {
      unsaved.current = false
      // A new version that waited for these edits must wait for the way to the next screen too: reloaded in between, the page would be
      // the empty form.
      const isFree = stayBusy()
      // Passwords go with it: nothing that was sent stays in the form.
      form.reset(saved.values ?? values)
      try {
        await saved.next?.()
      } finally {
        isFree()
      }
      return
    }
    for (const name of saved.clear ?? []) form.resetField(name)
    if (saved.field) form.setError(saved.field, { type: 'server', message: saved.message ?? '' }, { shouldFocus: true })
  })

  return {
    form,
    unsaved,
    isReady: !isSubmitting && Object.keys(errors).length === 0 && (startsReady || (isDirty && isValid)),
    field: (name: Path<Values>, options?: RegisterOptions<Values>) => {
      const registered = form.register(name, options)
      return {
        ...registered,
        // An error that is shown while the next thing is being pressed would push that thing away from under the finger.
        onBlur: (event: FocusEvent<HTMLElement>) => afterPress(() => void registered.onBlur(event)),
        error: form.getFieldState(name, form.formState).error?.message,
      }
    },
    /** For a field whose error depends on another that has just changed; one that was never filled in is not blamed yet. */
    recheck: (name: Path<Values>) => void (form.getValues(name) && form.trigger(name)),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      // Some password managers fill fields without an event: what stands in the boxes is what counts.
      for (const input of event.currentTarget.querySelectorAll<HTMLInputElement>('input[name]:not([type=radio])'))
        if (input.value !== form.getValues(input.name as Path<Values>)) form.setValue(input.name as Path<Values>, input.value as never)
      return submit(event)
    },
  }
}

type Props = {
  form: Pick<ReturnType<typeof useEditForm>, 'isReady' | 'onSubmit' | 'unsaved'>
  send: string
  icon?: string
  deletes?: boolean
  /** Where the button stands in a bar at the bottom: a line above it, and the way out that a desktop shows beside it. */
  bar?: { note?: ReactNode; cancel: () => void }
  children: ReactNode
}

const Note = styled('div')({
  flexBasis: '100%',
  textAlign: 'center',
  [DESKTOP]: { flexBasis: 'auto', alignSelf: 'center', marginRight: 'auto' },
})
const NO_NOTE = '\u00a0'
const Cancel = styled(Button)({ display: 'none', [DESKTOP]: { display: 'inline-flex' } })

const Fields = styled('form')({ display: 'grid', gap: 20 })

/** Whether the bar has a line above its button. It comes and goes when no field has the focus: the bar would grow over it, or shrink. */
function useHasNote(isThere: boolean): boolean {
  const isTyping = useIsTyping()
  const [had, setHad] = useState(isThere)
  if (!isTyping && had !== isThere) setHad(isThere)
  return isTyping ? had : isThere
}

/** The fields and the one button that sends them. */
export function EditForm({ form, send, icon, deletes = false, bar, children }: Props) {
  const hasNote = useHasNote(Boolean(bar?.note))
  const button = (
    <Button
      className="grows"
      type="submit"
      variant="contained"
      color={deletes ? 'error' : 'primary'}
      disabled={!form.isReady}
      sx={{ minHeight: 56 }}
    >
      {icon && <Icon path={icon} />}
      {send}
    </Button>
  )
  return (
    <Fields noValidate method="post" onSubmit={form.onSubmit}>
      {children}
      {bar ? (
        <FootBar of="form">
          {hasNote && <Note>{bar.note || NO_NOTE}</Note>}
          <Cancel onClick={bar.cancel}>Cancel</Cancel>
          {button}
        </FootBar>
      ) : (
        button
      )}
      <UnsavedEdits unsaved={form.unsaved} />
    </Fields>
  )
}
