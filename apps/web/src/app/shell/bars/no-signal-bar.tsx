import { useDevice } from '#data/device/device-session.ts'
import { useSession } from '#data/session.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { Later } from '../later.tsx'

// The bar needs the device's database, which isn't part of a visitor's first download.
const SyncBar = part(() => import('./sync-bar.tsx').then((m) => m.SyncBar))
const ConnectionBar = part(() => import('./connection-bar.tsx').then((m) => m.ConnectionBar))

// The page's first script sets `data-offline`, so that a page without signal has room for the bar from its first paint.
const Room = styled('div')({
  'html[data-offline] &': { minHeight: 48, background: '#10212A' },
  'html[data-offline][data-theme=dark] &': { background: '#263640' },
})

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
  return <Room>{isSignedIn ? <SyncBar key={String(isOpen)} fallback={plain} failed={plain} /> : plain}</Room>
}
