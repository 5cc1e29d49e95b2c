import { styled } from '@mui/material/styles'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import { iconKeyboardArrowDown } from './icons.ts'
import { iconErrorFill, iconVisibility } from './screen-icons.ts'
import { colour, font } from './theme.ts'

const FieldBox = styled('div')(({ theme }) => ({
  '& label': { ...theme.typography.subtitle2, display: 'block', marginBottom: 6, fontSize: 14, color: colour('text') },
  '& label span': { color: colour('text2'), fontWeight: 400 },
}))

const Help = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '-4px 0 6px', color: colour('text2') }))

const FieldError = styled('p')({
  display: 'flex',
  gap: 6,
  marginTop: 6,
  font: font('500 14px/20px'),
  color: colour('errorText'),
})

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
    // Below 16 px phones zoom into the field.
    font: font('400 16px/24px'),
  },
  '& textarea': { padding: '14px', resize: 'vertical', display: 'block' },
  '& input:focus-visible, & select:focus-visible, & textarea:focus-visible': { outlineOffset: 0 },
  '& select': { appearance: 'none', paddingRight: 48 },
  '& select + svg': { position: 'absolute', top: 16, right: 14, color: colour('text2'), pointerEvents: 'none' },
  '& [aria-invalid=true]': { border: `2px solid ${colour('error')}` },
  '& :disabled, & [readonly]': { background: colour('surfaceSunken'), borderColor: 'transparent', color: colour('text2'), opacity: 1 },
  // Password managers paint their own yellow; the field's own colours carry the contrast that was measured.
  '& input:autofill': { boxShadow: `0 0 0 99px ${colour('primaryContainer')} inset`, WebkitTextFillColor: colour('onPrimaryContainer') },
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

/** Label above and always visible, help between label and box, the error below it with icon and text. */
function Labelled({ id, label, help, error, optional, children }: Labels & { id: string; children: ReactNode }) {
  return (
    <FieldBox>
      <label htmlFor={id}>
        {label}
        {optional && <span> (optional)</span>}
      </label>
      {help && <Help id={`${id}-help`}>{help}</Help>}
      {children}
      {error && (
        <FieldError id={`${id}-fault`} role="alert">
          <Icon path={iconErrorFill} size={20} />
          {error}
        </FieldError>
      )}
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

/** A password, which can be looked at before it is sent: in gloves every second key is another one. */
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
