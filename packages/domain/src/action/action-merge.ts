/**
 * Merges of duplicates. A merge is a single change to the duplicate, which then names the Action that stays. Both Actions keep their
 * numbers, photos, notes and history (RULES.md, A19). Screens look up merged Actions instead of copying their data.
 */
import type { Action } from './action-kind.ts'

type Merged = Pick<Action, 'id' | 'mergedInto'>

/** Returns the Action that stays, which is this Action or the last one in its chain of merges that is known here. */
export function stayingAction<T extends Merged>(byId: (id: string) => T | null | undefined, action: T): T {
  const passed = new Set([action.id])
  for (let staying = action; ; ) {
    const next = staying.mergedInto === null || passed.has(staying.mergedInto) ? null : byId(staying.mergedInto)
    if (!next) return staying
    passed.add(next.id)
    staying = next
  }
}

/** Returns the Actions that were merged into this one, directly or indirectly, in their original order. */
export function mergedActions<T extends Merged>(actions: readonly T[], staying: Pick<Merged, 'id'>): T[] {
  const duplicates = actions.filter(({ mergedInto }) => mergedInto !== null)
  const found = new Set<T>()
  const look = (id: string) => {
    for (const one of duplicates)
      if (one.mergedInto === id && !found.has(one) && one.id !== staying.id) {
        found.add(one)
        look(one.id)
      }
  }
  look(staying.id)
  return actions.filter((action) => found.has(action))
}

/** A17: checks whether an Action is Unresolved and on hold for a reason. */
export const isWaitingAction = ({ status, waitingFor }: Pick<Action, 'status' | 'waitingFor'>): boolean =>
  status === 'Unresolved' && waitingFor !== ''

/**
 * A18: checks whether an Action counts as fixed, so that its reporter is notified. An Action doesn't count as fixed if it was resolved as a
 * duplicate, or if nobody described the fix.
 */
export const isFixedAction = ({ status, fix, mergedInto }: Pick<Action, 'status' | 'fix' | 'mergedInto'>): boolean =>
  status === 'Resolved' && fix !== '' && mergedInto === null
