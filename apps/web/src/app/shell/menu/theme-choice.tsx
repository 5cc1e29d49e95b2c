import { useId } from 'react'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { useColourScheme } from '#ui/theme/colour-scheme.ts'

const MODES = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
] as const

export function ThemeChoice() {
  const { mode, setMode } = useColourScheme()
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
