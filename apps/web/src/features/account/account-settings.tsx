import Switch from '@mui/material/Switch'
import { styled, useColorScheme } from '@mui/material/styles'
import { useId } from 'react'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconDarkMode } from '#ui/icons.ts'
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
          <Switch
            checked={mode === 'dark'}
            onChange={(_event, on) => setMode(on ? 'dark' : 'light')}
            slotProps={{ input: { role: 'switch', id } }}
          />
        </Row>
      </Card>
    </AccountPage>
  )
}
