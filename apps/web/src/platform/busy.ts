/**
 * Whether any tab of this browser is in the middle of something that a reload would cut short: unsaved edits, sending, a download.
 *
 * Each such tab holds one lock, shared with the others; whoever wants to replace the app's code asks for it alone. The browser keeps
 * the lock, so a tab that is killed stops being busy without having to say so.
 */
import { withLock } from './lock.ts'

const LOCK = 'trailwarden-busy'

let here = 0
const waitingToBeFree = new Set<() => void>()

/** From now on this tab is busy; call what it returns when it no longer is. */
export function stayBusy(): () => void {
  here++
  let release = () => {}
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  void withLock(LOCK, { mode: 'shared' }, () => done)
  return () => {
    release()
    if (--here > 0) return
    for (const act of waitingToBeFree) act()
    waitingToBeFree.clear()
  }
}

/** Does it as soon as this tab is not busy: at once, as a rule. */
export function whenFree(act: () => void): void {
  if (here === 0) act()
  else waitingToBeFree.add(act)
}

/**
 * Does it if no tab is busy, and keeps it so meanwhile; says whether it did. It never queues: behind a queued request for the lock
 * alone, a tab that becomes busy later would have to wait for its own lock, and would not be counted as busy.
 */
export async function ifNobodyIsBusy(act: () => Promise<void>): Promise<boolean> {
  let isDone = false
  await withLock(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await act()
    isDone = lock !== null
  })
  return isDone
}
