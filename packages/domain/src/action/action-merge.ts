/**
 * A merge changes only the duplicate, which then names the Action that stays (RULES.md, A19). Screens look up merged Actions instead of
 * copying their data.
 */
import type { Action } from './action-kind.ts'

type Merged = Pick<Action, 'id' | 'mergedInto'>

export function stayingAction<T extends Merged>(byId: (id: string) => T | null | undefined, action: T): T {
  const passed = new Set([action.id])
  for (let staying = action; ; ) {
    const next = staying.mergedInto === null || passed.has(staying.mergedInto) ? null : byId(staying.mergedInto)
    if (!next) return staying
    passed.add(next.id)
    staying = next
  }
}

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

/** A17: an Action is on hold if it is Unresolved and has a reason. */
export const isWaitingAction = ({ status, waitingFor }: Pick<Action, 'status' | 'waitingFor'>): boolean =>
  status === 'Unresolved' && waitingFor !== ''

/** A18: an Action that was resolved as a duplicate, or without a description of the fix, doesn't count as fixed. */
export const isFixedAction = ({ status, fix, mergedInto }: Pick<Action, 'status' | 'fix' | 'mergedInto'>): boolean =>
  status === 'Resolved' && fix !== '' && mergedInto === null
