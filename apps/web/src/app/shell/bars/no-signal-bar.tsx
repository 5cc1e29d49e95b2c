import { useDevice } from '#data/device/device-session.ts'
import { useSession } from '#data/session.ts'
import { part } from '#ui/part.tsx'
import { Later } from '../later.tsx'

// The bar needs the device's database, which isn't part of a visitor's first download.
const SyncBar = part(() => import('./sync-bar.tsx').then((m) => m.SyncBar))
const ConnectionBar = part(() => import('./connection-bar.tsx').then((m) => m.ConnectionBar))

/** The code of the bars is loaded in advance, because it couldn't be loaded without signal. */
export function NoSignalBar() {
  const isSignedIn = useSession() !== null
  // If the device's database couldn't be opened, the bar fails. The new key makes the bar start again once the database opens.
  const isOpen = useDevice() !== null
  const plain = (
    <Later>
      <ConnectionBar />
    </Later>
  )
  return isSignedIn ? <SyncBar key={String(isOpen)} fallback={plain} failed={plain} /> : plain
}
