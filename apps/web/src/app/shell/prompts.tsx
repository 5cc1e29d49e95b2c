import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSyncStatus } from '#data/device/device-session.ts'
import { resumeWaitingReports } from '#data/reports/reporter-resume.ts'
import { sentReport } from '#data/reports/reports-waiting.ts'
import { APP_MESSAGES } from '#lib/messages/app.ts'
import { useStore } from '#lib/store.ts'
import { Logo } from '#parts/page/logo.tsx'
import { askForUpdate, giveUpUpdate, useAppUpdate, wasJustUpdated } from '#platform/app-update.ts'
import { runWhenFree } from '#platform/busy.ts'
import { installOffer } from '#platform/install-offer.ts'
import { isPromptOn, setPrompt } from '#platform/prompt-memory.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { startLayers } from '#ui/dialog/layer.ts'
import { ToastList } from '#ui/feedback/toast-list.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconRefresh } from '#ui/icons/icons.ts'
import { iconInstall, iconUpdate } from '#ui/icons/screen-icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'
import { DisplayStyles } from './display-styles.tsx'
import { installApp, isInstalled, updateNow } from './menu/app-actions.ts'
import { RouteFocus } from './route-focus.tsx'
import { ScrollBack } from './scroll-back.tsx'

// Most visits show no dialog.
const ConfirmDialog = part(() => import('#ui/dialog/confirm-dialog.tsx').then((m) => m.ConfirmDialog))

/** Background components are found by file name, because a visit to home doesn't load the list of features. */
const BACKGROUND = Object.entries(import.meta.glob<ComponentType>('../../features/*/background.ts', { eager: true, import: 'Background' }))

const Card = styled('section')({
  position: 'fixed',
  zIndex: 1050,
  left: 'max(12px, env(safe-area-inset-left))',
  right: 'max(12px, env(safe-area-inset-right))',
  bottom: 'calc(89px + env(safe-area-inset-bottom))',
  display: 'grid',
  gap: 14,
  padding: 16,
  borderRadius: 16,
  border: `1px solid ${colour('line')}`,
  background: colour('surface'),
  boxShadow: '0 8px 40px rgba(11,23,29,.32)',
  '& > div:first-of-type': { display: 'flex', alignItems: 'center', gap: 14, color: colour('primary') },
  '& h2': { ...typography.h2, color: colour('text') },
  '& p': { ...typography.body2, color: colour('text2') },
  '& > div:last-of-type': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 },
  [DESKTOP]: { left: 'auto', right: 24, bottom: 24, width: 400, boxSizing: 'border-box' },
})

/** Safari on iPhones offers no install prompt but can still install the app. Only Safari's navigator has the property `standalone`. */
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

/** The card is only on home, so that it never covers a form or the map. */
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
          <p>Works offline, with your maps on your device.</p>
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

/** The dialog opens automatically once per start, and only if nothing is interrupted. After that, the badge remains. */
function UpdateDialog() {
  const { isWaiting, stage } = useAppUpdate()
  const [isAsked, setIsAsked] = useState(false)
  const [isDismissed, setIsDismissed] = useState(false)
  useEffect(() => {
    if (isWaiting) runWhenFree(() => setIsAsked(document.querySelector('[role=dialog]') === null))
  }, [isWaiting])
  const dismiss = () => {
    setIsDismissed(true)
    giveUpUpdate()
  }
  const update = () => {
    setIsDismissed(true)
    void updateNow()
  }
  if (stage === 'held-up')
    return (
      <ConfirmDialog title="Update paused" icon={iconUpdate} cancel={{ title: 'Dismiss', act: dismiss }} onClose={dismiss}>
        You have unsaved edits, or something is being sent or downloaded, in this tab or another one. The update will continue automatically
        when that’s done.
      </ConfirmDialog>
    )
  if (!isWaiting || !isAsked || isDismissed || stage !== 'idle') return null
  return (
    <ConfirmDialog
      title="A new version is ready"
      icon={iconUpdate}
      confirm={{ title: 'Restart', icon: iconRefresh, act: update }}
      cancel={{ title: 'Later', act: dismiss }}
      onClose={dismiss}
    >
      Restart to update. Nothing you’ve saved will be lost.
    </ConfirmDialog>
  )
}

function useSentReport(): void {
  const sent = useStore(sentReport, () => null)
  useEffect(() => {
    if (!sent || location.search.includes(sent.id)) return
    toast('success', `Report ${sent.number} sent`, { title: 'See it', to: `/r/${sent.code}` })
  }, [sent])
}

export function Prompts() {
  const { pathname } = useLocation()
  const { problem } = useSyncStatus()
  useEffect(startLayers, [])
  useEffect(() => void resumeWaitingReports(), [])
  useSentReport()
  useEffect(() => {
    if (problem === 'too-old') void askForUpdate()
  }, [problem])
  useEffect(() => {
    if (wasJustUpdated()) toast('success', APP_MESSAGES.updated)
  }, [])
  return (
    <>
      {BACKGROUND.map(([file, Background]) => (
        <Background key={file} />
      ))}
      {pathname === '/' && <InstallCard />}
      <UpdateDialog />
      <RouteFocus />
      <ScrollBack />
      <DisplayStyles />
      <ToastList />
    </>
  )
}
