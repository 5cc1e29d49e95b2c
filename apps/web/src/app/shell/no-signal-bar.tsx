import { useDevice } from '#data/device-session.ts'
import { useSession } from '#data/session.ts'
import { useHasSignal } from '#platform/signal.ts'
import { part } from '#ui/part.tsx'
import { StatusBar } from './status-bar.tsx'

// Depends on the device's database, which a visitor's first download leaves out.
const SyncBar = part(() => import('./sync-bar.tsx').then((m) => m.SyncBar))

const NO_SIGNAL = [<b key="signal">No signal</b>, 'showing what is saved on this device']

/** No signal is a state, not an error: it is shown quietly, and everything already on the device goes on working. */
export function NoSignalBar() {
  const hasSignal = useHasSignal()
  const isSignedIn = useSession() !== null
  // A bar that failed because the device's database could not be opened comes back with it.
  const isOpen = useDevice() !== null
  const plain = hasSignal ? null : <StatusBar parts={NO_SIGNAL} />
  return isSignedIn ? <SyncBar key={String(isOpen)} fallback={plain} failed={plain} /> : plain
}
