import { useDevice } from '#data/device-session.ts'
import { useSession } from '#data/session.ts'
import { part } from '#ui/part.tsx'
import { Later } from './later.tsx'

// Depends on the device's database, which a visitor's first download leaves out.
const SyncBar = part(() => import('./sync-bar.tsx').then((m) => m.SyncBar))
const ConnectionBar = part(() => import('./connection-bar.tsx').then((m) => m.ConnectionBar))

/** What is to be known of signal, server and what waits to be sent. Fetched while there is signal: without, it could not be had. */
export function NoSignalBar() {
  const isSignedIn = useSession() !== null
  // A bar that failed because the device's database could not be opened comes back with it.
  const isOpen = useDevice() !== null
  const plain = (
    <Later>
      <ConnectionBar />
    </Later>
  )
  return isSignedIn ? <SyncBar key={String(isOpen)} fallback={plain} failed={plain} /> : plain
}
