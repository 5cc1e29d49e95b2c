/**
 * Duplicates. A merge is one change of the duplicate, which names the action that stays; each keeps its number, photos, notes and history
 * (RULES.md, A19). What was merged into an action is looked up, never copied.
 */
import type { Action } from './action-kind.ts'

type Merged = Pick<Action, 'id' | 'mergedInto'>

/** The action that stays in place of this one: itself, or the end of the chain as far as it is known here. */
export function stayingAction<T extends Merged>(byId: (id: string) => T | null | undefined, action: T): T {
  const passed = new Set([action.id])
  for (let staying = action; ; ) {
    const next = staying.mergedInto === null || passed.has(staying.mergedInto) ? null : byId(staying.mergedInto)
    if (!next) return staying
    passed.add(next.id)
    staying = next
  }
}

/** Those that were merged into this action, also by way of others; in their own order. */
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

/** A17: an Unresolved action that somebody set aside, for a reason. */
export const isWaitingAction = ({ status, waitingFor }: Pick<Action, 'status' | 'waitingFor'>): boolean =>
  status === 'Unresolved' && waitingFor !== ''

/** A18: what whoever reported it is told of. Resolved without a word of what was done, or as a duplicate, is no fix. */
export const isFixedAction = ({ status, fix, mergedInto }: Pick<Action, 'status' | 'fix' | 'mergedInto'>): boolean =>
  status === 'Resolved' && fix !== '' && mergedInto === null
