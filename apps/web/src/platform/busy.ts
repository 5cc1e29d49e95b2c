/**
 * Whether any tab of this browser is doing something that a reload would interrupt: unsaved edits, sending, or a download.
 *
 * Each busy tab holds a shared lock. Code that wants to replace the app requests the lock exclusively. The browser manages the lock, so
 * when someone closes a tab, its lock is released automatically.
 */
import { withLock } from './lock.ts'

const LOCK = 'trailwarden-busy'

let here = 0
const waitingToBeFree = new Set<() => void>()

/** Marks this tab as busy until the returned function is called. */
export function stayBusy(): () => void {
  here++
  let isBusy = true
  let release = () => {}
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  void withLock(LOCK, { mode: 'shared' }, () => done)
  return () => {
    // Ignores a second call, which would otherwise be counted twice.
    if (!isBusy) return
    isBusy = false
    release()
    if (--here > 0) return
    for (const act of waitingToBeFree) act()
    waitingToBeFree.clear()
  }
}

/** Runs `act` as soon as this tab isn't busy, which is usually immediately. */
export function whenFree(act: () => void): void {
  if (here === 0) act()
  else waitingToBeFree.add(act)
}

/**
 * Runs `act` if no tab is busy, prevents tabs from becoming busy while `act` runs, and returns whether it ran. It never queues for the
 * exclusive lock, because a tab that becomes busy later would then have to wait behind this request and wouldn't count as busy.
 */
export async function ifNobodyIsBusy(act: () => Promise<void>): Promise<boolean> {
  let isDone = false
  await withLock(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await act()
    isDone = lock !== null
  })
  return isDone
}
