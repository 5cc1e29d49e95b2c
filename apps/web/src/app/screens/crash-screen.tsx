import Button from '@mui/material/Button'
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { retryDevice } from '#data/device-session.ts'
import { Icon } from '#ui/icon.tsx'
import { iconRefresh } from '#ui/icons.ts'
import { reloadApp } from '../shell/view-actions.ts'
import { MessageScreen } from './message-screen.tsx'

/**
 * Shown in place of a screen that failed or could not be fetched; the frame around it, with Emergency in it, stays. Try again keeps the
 * page. Reload is for browsers that remember a failed file, and after an update of the server, which no longer has the old files.
 */
export function CrashScreen() {
  const error = useRouteError()
  const { state } = useNavigation()
  const navigate = useNavigate()
  const here = useLocation()
  const tryAgain = () => {
    retryDevice()
    // Not a revalidation: one that is done at once never shows as begun, and the router then keeps the error.
    void navigate(here, { replace: true, state: here.state, preventScrollReset: true })
  }
  return (
    <MessageScreen role="alert">
      <h2>This screen could not be shown</h2>
      <p>What you saved is still on this device. Check your connection and try again. If that does not help, reload.</p>
      <p>
        <small>{error instanceof Error ? error.message : String(error)}</small>
      </p>
      <Button variant="contained" disabled={state === 'loading'} onClick={tryAgain}>
        <Icon path={iconRefresh} />
        Try again
      </Button>
      <Button onClick={reloadApp}>Reload</Button>
    </MessageScreen>
  )
}
