import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before unsaved edits are thrown away: by a link, by going back, by closing or reloading the page. */
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
      // The filled answer is the safe one here: nothing is lost by a wrong tap.
      confirm={{ title: 'Stay', act: () => blocker.reset() }}
      cancel={{ title: 'Leave', act: () => blocker.proceed() }}
      onClose={() => blocker.reset()}
    >
      Stay to finish it. Leave throws away what you typed.
    </ConfirmDialog>
  )
}
