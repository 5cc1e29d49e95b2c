import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import { iconKeyboardArrowDown } from '../icons/icons.ts'
import { iconVisibility } from '../icons/screen-icons.ts'
import { styled } from '../styled.ts'
import { colour, font, rem, typography } from '../theme/theme.ts'
import { FieldError } from './field-error.tsx'

const FieldBox = styled('div')({
  '& label': { ...typography.subtitle2, display: 'block', marginBottom: 6, fontSize: rem(14), lineHeight: rem(18), color: colour('text') },
  '& label span': { color: colour('text2'), fontWeight: 400 },
})

const Help = styled('p')({ ...typography.body2, margin: '-4px 0 6px', color: colour('text2') })

const Box = styled('div')({
  position: 'relative',
  '& input, & select, & textarea': {
    width: '100%',
    minHeight: 56,
    padding: '0 14px',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 8,
    background: colour('surface'),
    color: colour('text'),
    // Phones zoom in on fields with text smaller than 16 px.
    font: font('400 16px/24px'),
  },
  '& textarea': { padding: '14px', resize: 'vertical', display: 'block' },
  '& input:focus-visible, & select:focus-visible, & textarea:focus-visible': { outlineOffset: 0 },
  '& select': { appearance: 'none', paddingRight: 48 },
  '& select + svg': { position: 'absolute', top: 16, right: 14, color: colour('text2'), pointerEvents: 'none' },
  '& [aria-invalid=true]': { border: `2px solid ${colour('error')}` },
  '& :disabled, & [readonly]': { background: colour('surfaceSunken'), borderColor: 'transparent', color: colour('text2'), opacity: 1 },
  // Only the field's own colours have the required contrast, so they override the yellow of password managers.
  '& input:autofill': { boxShadow: `0 0 0 99px ${colour('primaryContainer')} inset`, WebkitTextFillColor: colour('onPrimaryContainer') },
})

const Opener = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 56,
  padding: '8px 14px',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  background: colour('surface'),
  color: colour('text'),
  font: font('400 16px/24px'),
  textAlign: 'left',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '& > span': { flex: 1, minWidth: 0 },
  '& > svg': { flex: 'none', color: colour('text2') },
})

const Reveal = styled('button')({
  position: 'absolute',
  top: 4,
  right: 4,
  display: 'grid',
  placeItems: 'center',
  width: 48,
  height: 48,
  border: 0,
  borderRadius: 24,
  background: 'none',
  color: colour('text2'),
  cursor: 'pointer',
  '&[aria-pressed=true]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
})

type Labels = { label: string; help?: ReactNode; error?: string | undefined; optional?: boolean }
type InputProps = Labels & ComponentProps<'input'>

function Labelled({ id, label, help, error, optional, children }: Labels & { id: string; children: ReactNode }) {
  return (
    <FieldBox>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
        {optional && <span> (optional)</span>}
      </label>
      {help && <Help id={`${id}-help`}>{help}</Help>}
      {children}
      {error && <FieldError id={`${id}-fault`}>{error}</FieldError>}
    </FieldBox>
  )
}

const described = (id: string, { help, error }: Pick<Labels, 'help' | 'error'>) => ({
  id,
  'aria-invalid': error !== undefined,
  'aria-describedby': [help && `${id}-help`, error && `${id}-fault`].filter(Boolean).join(' ') || undefined,
})

export function TextField({ label, help, error, optional = false, ...input }: InputProps) {
  const id = useId()
  return (
    <Labelled {...{ id, label, help, error, optional }}>
      <Box>
        <input {...input} {...described(id, { help, error })} />
      </Box>
    </Labelled>
  )
}

/** Typing errors are common with gloves on, so a button shows the password. */
export function PasswordField({ label, help, error, optional = false, ...input }: InputProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <Labelled {...{ id, label, help, error, optional }}>
      <Box>
        <input
          {...input}
          {...described(id, { help, error })}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
        />
        <Reveal type="button" aria-label={`Show ${label.toLowerCase()}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon path={iconVisibility} />
        </Reveal>
      </Box>
    </Labelled>
  )
}

export function TextAreaField({ label, help, error, optional = false, ...area }: Labels & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Labelled {...{ id, label, help, error, optional }}>
      <Box>
        <textarea rows={3} {...area} {...described(id, { help, error })} />
      </Box>
    </Labelled>
  )
}

type SelectProps = Labels & ComponentProps<'select'> & { options: readonly { value: string | number; title: string }[] }

export function SelectField({ label, help, error, optional = false, options, ...select }: SelectProps) {
  const id = useId()
  return (
    <Labelled {...{ id, label, help, error, optional }}>
      <Box>
        <select {...select} {...described(id, { help, error })}>
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <Icon path={iconKeyboardArrowDown} />
      </Box>
    </Labelled>
  )
}

/** The button looks like a select, but opens a richer list than the browser's own. */
export function ButtonField({ label, help, error, optional = false, children, ...button }: Labels & ComponentProps<'button'>) {
  const id = useId()
  const { 'aria-describedby': describedBy } = described(id, { help, error })
  return (
    <Labelled {...{ id, label, help, error, optional }}>
      <Opener {...button} type="button" id={id} aria-labelledby={`${id}-label ${id}-shown`} aria-describedby={describedBy}>
        <span id={`${id}-shown`}>{children}</span>
        <Icon path={iconKeyboardArrowDown} />
      </Opener>
    </Labelled>
  )
}
