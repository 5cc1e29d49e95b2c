/** The form validates with the server's schema, sends only once, and prompts people before they leave with unsaved edits. */

import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type RegisterOptions, type Resolver, useForm } from 'react-hook-form'
import { stayBusy } from '#platform/busy.ts'
import { runAfterPress } from '../after-press.ts'
import { Button } from '../button.tsx'
import { FootBar } from '../foot-bar.tsx'
import { Icon } from '../icons/icon.tsx'
import { styled } from '../styled.ts'
import { colour, DESKTOP, font } from '../theme/theme.ts'
import { useIsTyping } from './typing.ts'
import { UnsavedEdits } from './unsaved-edits.tsx'

/** All schema libraries share this interface (Standard Schema). */
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
    // The next issue of a field appears when the first one is fixed.
    const issues = result.issues.toReversed().map((issue) => [nameOf(issue), { type: 'schema', message: issue.message }])
    // The cast is safe because the names come from the schema of these values.
    return { values: {}, errors: Object.fromEntries(issues) as never }
  }

type Saved<Values> =
  /** `values` replaces the values in the form. `next` runs once people can leave without a prompt. */
  | { ok: true; values?: DefaultValues<Values>; next?: () => void | Promise<void> }
  | { ok: false; field?: Path<Values & FieldValues>; message?: string; clear?: readonly Path<Values & FieldValues>[] }

type Options<Values extends FieldValues, Output> = {
  schema: Schema<Output>
  values: DefaultValues<Values>
  save: (values: Output) => Promise<Saved<Values>>
  /** `ask` is the default. Use `free` if the text is saved as a draft or isn't worth saving, such as a repeated password. */
  leaving?: 'ask' | 'free'
  /** A password manager may fill in all fields before the page notices, so the button is enabled from the start. */
  startsReady?: boolean
  /** The button stays enabled, and pressing it shows and focuses the missing fields. */
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
  // The person may leave the page before the next render, so the flag is a ref instead of state.
  const unsaved = useRef(false)
  useEffect(() => {
    unsaved.current = leaving === 'ask' && isDirty
    // Another tab must not reload this one while there are unsaved edits.
    return isDirty ? stayBusy() : undefined
  }, [leaving, isDirty])

  const submit = form.handleSubmit(async (output) => {
    const saved = await save(output)
    if (saved.ok) {
      unsaved.current = false
      // The tab stays busy until the next screen is open. Otherwise, a new version that waited for these edits could reload the page too
      // early and show the empty form.
      const isFree = stayBusy()
      // A form must not keep sent passwords.
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
        // An error that appears during a press would move the pressed element away from the finger.
        onBlur: (event: FocusEvent<HTMLElement>) => runAfterPress(() => void registered.onBlur(event)),
        error: form.getFieldState(name, form.formState).error?.message,
      }
    },
    /** The field's error depends on another field that has just changed. An empty field isn't checked. */
    recheck: (name: Path<Values>) => void (form.getValues(name) && form.trigger(name)),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      // Some password managers fill in fields without triggering an event, so the inputs are read directly.
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
  /** The bar is at the bottom, and on desktop it also has a Cancel button. `note` is a line of text above the button. */
  bar?: { note?: ReactNode; cancel: () => void }
  children: ReactNode
}

const Note = styled('div')({
  flexBasis: '100%',
  font: font('500 14px/18px'),
  color: colour('text2'),
  textAlign: 'center',
  [DESKTOP]: { flexBasis: 'auto', alignSelf: 'center', marginRight: 'auto' },
})
const NO_NOTE = '\u00a0'
const Cancel = styled(Button)({ display: 'none', [DESKTOP]: { display: 'inline-flex' } })

const Fields = styled('form')({ display: 'grid', gap: 20 })

/** The line changes only while no field has the focus, so that the bar never grows over a field. */
function useHasNote(isThere: boolean): boolean {
  const isTyping = useIsTyping()
  const [had, setHad] = useState(isThere)
  if (!isTyping && had !== isThere) setHad(isThere)
  return isTyping ? had : isThere
}

export function EditForm({ form, send, icon, deletes = false, bar, children }: Props) {
  const hasNote = useHasNote(Boolean(bar?.note))
  const button = (
    <Button className="grows" type="submit" variant={deletes ? 'danger' : 'contained'} disabled={!form.isReady} sx={{ minHeight: 56 }}>
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
