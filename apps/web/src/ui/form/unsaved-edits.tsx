import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { part } from '../part.tsx'

// Login and other forms of visitors would otherwise download MUI with the form.
const ConfirmDialog = part(() => import('../dialog/confirm-dialog.tsx').then((m) => m.ConfirmDialog))

export function UnsavedEdits({ unsaved }: { unsaved: RefObject<boolean> }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsaved.current && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => unsaved.current && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Abandon unsaved changes?"
      // The filled button is the safe answer, so that a wrong tap loses nothing.
      confirm={{ title: 'Stay', act: () => blocker.reset() }}
      cancel={{ title: 'Leave', act: () => blocker.proceed() }}
      onClose={() => blocker.reset()}
    >
      If you leave, you’ll lose what you’ve entered.
    </ConfirmDialog>
  )
}
