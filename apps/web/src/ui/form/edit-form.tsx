/**
 * The base of all forms in the app. It validates with the server's schema, disables the button while something is invalid or there is
 * nothing to send, sends only once, and asks people before they leave with unsaved edits.
 */
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type RegisterOptions, type Resolver, useForm } from 'react-hook-form'
import { stayBusy } from '#platform/busy.ts'
import { afterPress } from '../after-press.ts'
import { FootBar } from '../foot-bar.tsx'
import { Icon } from '../icons/icon.tsx'
import { DESKTOP } from '../theme/theme.ts'
import { useIsTyping } from './typing.ts'
import { UnsavedEdits } from './unsaved-edits.tsx'

/** The interface that all schemas share (Standard Schema). */
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
    // Shows one issue per field. The next one appears when that one is fixed.
    const issues = result.issues.toReversed().map((issue) => [nameOf(issue), { type: 'schema', message: issue.message }])
    // The cast is safe because the names come from the schema of these values.
    return { values: {}, errors: Object.fromEntries(issues) as never }
  }

type Saved<Values> =
  /** `values` replaces the values in the form. `next` runs once people can leave without being asked. */
  | { ok: true; values?: DefaultValues<Values>; next?: () => void | Promise<void> }
  /** An error with a `field` is shown at that field. `clear` lists the fields to reset. */
  | { ok: false; field?: Path<Values & FieldValues>; message?: string; clear?: readonly Path<Values & FieldValues>[] }

type Options<Values extends FieldValues, Output> = {
  schema: Schema<Output>
  values: DefaultValues<Values>
  save: (values: Output) => Promise<Saved<Values>>
  /** `ask` is the default. Use `free` if the text is saved as a draft or isn't worth saving, such as a repeated password. */
  leaving?: 'ask' | 'free'
  /** True if a password manager may fill in all fields before the page notices. The button is then enabled from the start. */
  startsReady?: boolean
  /** True if the button stays enabled, and pressing it shows and focuses the fields that are missing. */
  staysReady?: boolean
}

export function useEditForm<Values extends FieldValues, Output = Values>({
  schema,
  values,
  save,
  leaving = 'ask',
  startsReady = false,
  staysReady = false,
}: Options<Values, Output>) {
  const form = useForm<Values, unknown, Output>({ mode: 'onTouched', defaultValues: values, resolver: resolverOf(schema) })
  const { isDirty, isValid, isSubmitting, errors } = form.formState
  // A ref instead of state, because the person may leave the page before the next render.
  const unsaved = useRef(false)
  useEffect(() => {
    unsaved.current = leaving === 'ask' && isDirty
    // Prevents another tab from reloading this one while there are unsaved edits.
    return isDirty ? stayBusy() : undefined
  }, [leaving, isDirty])

  const submit = form.handleSubmit(async (output) => {
    const saved = await save(output)
    if (saved.ok) {
      unsaved.current = false
      // Stays busy until the next screen is open. Otherwise, a new version that waited for these edits could reload the page too early and
      // show the empty form.
      const isFree = stayBusy()
      // Clears passwords too, because a form must not keep anything that has been sent.
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
    isReady: !isSubmitting && (staysReady || (Object.keys(errors).length === 0 && (startsReady || (isDirty && isValid)))),
    field: (name: Path<Values>, options?: RegisterOptions<Values>) => {
      const registered = form.register(name, options)
      return {
        ...registered,
        // Waits until the press has ended, because an error that appears earlier would move the element being pressed away from the finger.
        onBlur: (event: FocusEvent<HTMLElement>) => afterPress(() => void registered.onBlur(event)),
        error: form.getFieldState(name, form.formState).error?.message,
      }
    },
    /** Checks a field whose error depends on another field that has just changed. Skips the field while it is empty. */
    recheck: (name: Path<Values>) => void (form.getValues(name) && form.trigger(name)),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      // Reads the inputs directly, because some password managers fill in fields without triggering an event.
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
  /**
   * Set if the button is in a bar at the bottom. `note` is a line of text above the button. On desktop, the bar also has a Cancel button.
   */
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

/**
 * Returns whether the bar shows the line above its button. This changes only while no field has the focus, so that the bar never grows over
 * a field.
 */
function useHasNote(isThere: boolean): boolean {
  const isTyping = useIsTyping()
  const [had, setHad] = useState(isThere)
  if (!isTyping && had !== isThere) setHad(isThere)
  return isTyping ? had : isThere
}

/** The fields and the button that submits them. */
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
