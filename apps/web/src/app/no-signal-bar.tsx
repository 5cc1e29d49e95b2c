import { lazy, Suspense } from 'react'
import { useSession } from '#data/session.ts'
import { useHasSignal } from '#data/signal.ts'
import { StatusBar } from './status-bar.tsx'

// With the phone's database behind it: a visitor's first download does without.
const SyncBar = lazy(() => import('./sync-bar.tsx').then((m) => ({ default: m.SyncBar })))

const NO_SIGNAL = [<b key="signal">No signal</b>, 'showing what is saved on this device']

/** No signal is a state, not an error: it is said quietly, and everything already on the device goes on working. */
export function NoSignalBar() {
  const hasSignal = useHasSignal()
  const isSignedIn = useSession() !== null
  const plain = hasSignal ? null : <StatusBar parts={NO_SIGNAL} />
  if (!isSignedIn) return plain
  return (
    <Suspense fallback={plain}>
      <SyncBar />
    </Suspense>
  )
}
