import { useColorScheme } from '@mui/material/styles'
import { useId } from 'react'
import { ChoiceField } from '#ui/form/choice-field.tsx'

const MODES = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
] as const

export function ThemeChoice() {
  const { mode = 'system', setMode } = useColorScheme()
  const choose = (value: string) => setMode(MODES.find((one) => one.value === value)?.value ?? 'system')
  return (
    <ChoiceField
      name={`theme ${useId()}`}
      label="Theme"
      joined
      options={MODES}
      value={mode}
      onChange={({ target }) => choose(target.value)}
    />
  )
}
