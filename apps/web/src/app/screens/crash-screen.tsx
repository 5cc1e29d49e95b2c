import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { retryDevice } from '#data/device/device-session.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconRefresh } from '#ui/icons/icons.ts'
import { reloadApp } from '../shell/menu/view-actions.ts'
import { MessageScreen } from './message-screen.tsx'

/**
 * The frame with the Emergency link remains. Reload helps when the browser remembers a failed download or a server update removed the old
 * files.
 */
export function CrashScreen() {
  const error = useRouteError()
  const { state } = useNavigation()
  const navigate = useNavigate()
  const here = useLocation()
  const tryAgain = () => {
    retryDevice()
    // Revalidation doesn't work in this case. If revalidation finishes synchronously, the router never marks it as started and keeps the
    // error.
    void navigate(here, { replace: true, state: here.state, preventScrollReset: true })
  }
  return (
    <MessageScreen role="alert">
      <h2>Something went wrong on this screen</h2>
      <p>Your saved changes are still on this device. Check your connection and try again. If that doesn’t help, reload the page.</p>
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
