import { styled, useColorScheme } from '@mui/material/styles'
import { useId } from 'react'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconDarkMode } from '#ui/icons.ts'
import { Switch } from '#ui/switch.tsx'
import { AccountPage } from './account-page.ts'

const Row = styled('label')(({ theme }) => ({
  ...theme.typography.h3,
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  minHeight: 64,
  padding: '8px 16px',
  '& > span:first-of-type': { flex: 1 },
}))

/** Settings of this device: they need no account. */
export function AccountSettings() {
  const { mode, setMode } = useColorScheme()
  const id = useId()
  return (
    <AccountPage>
      <Card>
        <Row htmlFor={id}>
          <Icon path={iconDarkMode} />
          <span>Dark theme</span>
          <Switch id={id} checked={mode === 'dark'} onSwitch={(on) => setMode(on ? 'dark' : 'light')} />
        </Row>
      </Card>
    </AccountPage>
  )
}
