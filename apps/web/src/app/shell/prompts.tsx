import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSyncStatus } from '#data/device-session.ts'
import { resumeWaitingReports } from '#data/reporter-resume.ts'
import { useWarningPolling } from '#features/warnings/warning-polling.ts'
import { APP_MESSAGES } from '#lib/messages/app.ts'
import { Logo } from '#parts/logo.tsx'
import { askForUpdate, giveUpUpdate, useAppUpdate, wasJustUpdated } from '#platform/app-update.ts'
import { whenFree } from '#platform/busy.ts'
import { installOffer } from '#platform/install-offer.ts'
import { isPromptOn, setPrompt } from '#platform/prompt-memory.ts'
import { useHasSignal } from '#platform/signal.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconRefresh } from '#ui/icons.ts'
import { iconInstall, iconUpdate } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'
import { installApp, isInstalled, updateNow } from './app-actions.ts'
import { ScrollBack } from './scroll-back.tsx'

const Card = styled('section')(({ theme }) => ({
  position: 'fixed',
  zIndex: 1050,
  left: 12,
  right: 12,
  bottom: 'calc(89px + env(safe-area-inset-bottom))',
  display: 'grid',
  gap: 14,
  padding: 16,
  borderRadius: 16,
  border: `1px solid ${colour('line')}`,
  background: colour('surface'),
  boxShadow: '0 8px 40px rgba(11,23,29,.32)',
  '& > div:first-of-type': { display: 'flex', alignItems: 'center', gap: 14, color: colour('primary') },
  '& h2': { ...theme.typography.h2, color: colour('text') },
  '& p': { ...theme.typography.body2, color: colour('text2') },
  '& > div:last-of-type': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 },
  [DESKTOP]: { left: 'auto', right: 24, bottom: 24, width: 400, boxSizing: 'border-box' },
}))

/** Safari on iPhones makes no offer, but can install all the same; only there does the navigator know this word. */
const isSafariOnPhone = () => 'standalone' in navigator && navigator.standalone === false

function useHasInstallOffer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      installOffer.onChange = listener
      return () => {
        installOffer.onChange = () => {}
      }
    },
    () => installOffer.current !== null,
  )
}

/** Offered on home, beside what people came for: never over a form or the map. */
function InstallCard() {
  const navigate = useNavigate()
  const hasOffer = useHasInstallOffer()
  const hasSignal = useHasSignal()
  const [isOn, setIsOn] = useState(() => isPromptOn('install-prompt'))
  if (!isOn || !hasSignal || isInstalled() || !(hasOffer || isSafariOnPhone())) return null
  return (
    <Card aria-labelledby="install-prompt">
      <div>
        <Logo size={44} ink={colour('surface')} />
        <div>
          <h2 id="install-prompt">Install this app</h2>
          <p>Opens without signal and keeps your maps.</p>
        </div>
      </div>
      <div>
        <Button
          variant="outlined"
          onClick={() => {
            setPrompt('install-prompt', false)
            setIsOn(false)
          }}
        >
          Dismiss
        </Button>
        <Button variant="contained" onClick={() => void installApp(navigate)}>
          <Icon path={iconInstall} />
          Install
        </Button>
      </div>
    </Card>
  )
}

/** Asks once for each start; the badge stays for later. It opens by itself only where it interrupts nothing. */
function UpdateDialog() {
  const { isWaiting, stage } = useAppUpdate()
  const [isAsked, setIsAsked] = useState(false)
  const [isDismissed, setIsDismissed] = useState(false)
  useEffect(() => {
    if (isWaiting) whenFree(() => setIsAsked(document.querySelector('[role=dialog]') === null))
  }, [isWaiting])
  const dismiss = () => {
    setIsDismissed(true)
    giveUpUpdate()
  }
  // Asked for once, however it ends.
  const update = () => {
    setIsDismissed(true)
    void updateNow()
  }
  if (stage === 'held-up')
    return (
      <ConfirmDialog title="Update waits" icon={iconUpdate} cancel={{ title: 'Dismiss', act: dismiss }} onClose={dismiss}>
        There are unsaved edits, or something is being sent or downloaded, here or in another tab. The update goes on by itself when that is
        done.
      </ConfirmDialog>
    )
  if (!isWaiting || !isAsked || isDismissed || stage !== 'idle') return null
  return (
    <ConfirmDialog
      title="Update available"
      icon={iconUpdate}
      confirm={{ title: 'Update', icon: iconRefresh, act: update }}
      cancel={{ title: 'Dismiss', act: dismiss }}
      onClose={dismiss}
    >
      A newer version is ready. The page reloads once. Unsent actions are kept.
    </ConfirmDialog>
  )
}

/** What the app itself has to say to a person, once the page they came for is there. */
export function Prompts() {
  const { pathname } = useLocation()
  const { problem } = useSyncStatus()
  useWarningPolling()
  useEffect(resumeWaitingReports, [])
  useEffect(() => {
    if (problem === 'too-old') void askForUpdate()
  }, [problem])
  useEffect(() => {
    if (wasJustUpdated()) toast('success', APP_MESSAGES.updated)
  }, [])
  return (
    <>
      {pathname === '/' && <InstallCard />}
      <UpdateDialog />
      <ScrollBack />
    </>
  )
}
