import Button from '@mui/material/Button'
import { useRouteError } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { iconRefresh } from '#ui/icons.ts'
import { MessageScreen } from './message-screen.tsx'
import { reloadApp } from './view-actions.ts'

/** Shown in place of a screen that failed; the frame around it, with Emergency in it, stays. */
export function CrashScreen() {
  const error = useRouteError()
  return (
    <MessageScreen role="alert">
      <h2>This screen could not be shown</h2>
      <p>What you saved is still on this device. Reloading usually helps.</p>
      <p>
        <small>{error instanceof Error ? error.message : String(error)}</small>
      </p>
      <Button variant="contained" onClick={reloadApp}>
        <Icon path={iconRefresh} />
        Reload
      </Button>
    </MessageScreen>
  )
}
