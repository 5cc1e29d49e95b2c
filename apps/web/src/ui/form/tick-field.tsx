import { useId } from 'react'
import { styled } from '../styled.ts'
import { colour, font, rem, typography } from '../theme/theme.ts'
import { FieldError } from './field-error.tsx'

const Group = styled('fieldset')({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { ...typography.subtitle2, padding: 0, marginBottom: 6, fontSize: rem(14), lineHeight: rem(18), color: colour('text') },
  '& label': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 48, font: font('500 16px/22px'), cursor: 'pointer' },
  '& small': { display: 'block', font: font('400 14px/20px'), color: colour('text2') },
  '& input': { flex: 'none', width: 22, height: 22, margin: 0, accentColor: colour('primary') },
})

type Props<T extends string> = {
  label: string
  options: readonly { value: T; title: string; help?: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
  error?: string | undefined
}

export function TickField<T extends string>({ label, options, chosen, onChange, error }: Props<T>) {
  const id = useId()
  return (
    <Group {...(error && { 'aria-describedby': id })}>
      <legend>{label}</legend>
      {options.map(({ value, title, help }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(options.flatMap((one) => ((one.value === value ? target.checked : chosen.includes(one.value)) ? [one.value] : [])))
            }
          />
          <span>
            {title}
            {help && <small>{help}</small>}
          </span>
        </label>
      ))}
      {error && <FieldError id={id}>{error}</FieldError>}
    </Group>
  )
}
