import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Icon } from '../icons/icon.tsx'
import { iconErrorFill } from '../icons/screen-icons.ts'
import { colour, font, rem } from '../theme/theme.ts'

const Group = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { ...theme.typography.subtitle2, padding: 0, marginBottom: 6, fontSize: rem(14), color: colour('text') },
  '& label': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 48, font: font('500 16px/22px'), cursor: 'pointer' },
  '& small': { display: 'block', font: font('400 14px/20px'), color: colour('text2') },
  '& input': { flex: 'none', width: 22, height: 22, margin: 0, accentColor: colour('primary') },
  '& p': { display: 'flex', gap: 6, marginTop: 6, font: font('500 14px/20px'), color: colour('errorText') },
}))

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
      {error && (
        <p id={id} role="alert">
          <Icon path={iconErrorFill} size={20} />
          {error}
        </p>
      )}
    </Group>
  )
}
