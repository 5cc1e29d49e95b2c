/**
 * Each busy tab holds a shared lock, and code that replaces the app requests the lock exclusively. The browser releases a tab's lock when
 * the tab closes.
 */
import { withLock } from './lock.ts'

const LOCK = 'trailwarden-busy'

let here = 0
const waitingToBeFree = new Set<() => void>()

export function stayBusy(): () => void {
  here++
  let isBusy = true
  let release = () => {}
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  void withLock(LOCK, { mode: 'shared' }, () => done)
  return () => {
    if (!isBusy) return
    isBusy = false
    release()
    if (--here > 0) return
    for (const act of waitingToBeFree) act()
    waitingToBeFree.clear()
  }
}

export function runWhenFree(act: () => void): void {
  if (here === 0) act()
  else waitingToBeFree.add(act)
}

/**
 * The function never queues for the exclusive lock, because a tab that becomes busy later would have to wait behind the request and
 * wouldn't count as busy.
 */
export async function runIfNobodyIsBusy(act: () => Promise<void>): Promise<boolean> {
  let isDone = false
  await withLock(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await act()
    isDone = lock !== null
  })
  return isDone
}
