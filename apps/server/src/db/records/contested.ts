/** If two people decide without seeing each other's change, the first decision stays, and the second person chooses between the two. */
import type { Contested } from '@trailwarden/api'
import {
  type Actor,
  accept,
  type Data,
  type Decision,
  type FieldChanges,
  findContested,
  NOT_APPLIED,
  type RecordChange,
  type RecordKind,
  visibleTo,
} from '@trailwarden/domain'
import type { Tx } from '../database.ts'
import { findReplaced, type Incoming, type Replaced } from './history.ts'

type Decided<R> = {
  change: RecordChange<R>
  replaced: Replaced[]
  contested: Contested[]
  notApplied: FieldChanges
}

/** `decide` must have no side effects, because it is called a second time without the contested fields. */
export async function decideUncontested<R extends Data & { version: number }>(
  tx: Tx,
  kind: Pick<RecordKind<R>, 'fields'>,
  actor: Actor,
  incoming: Incoming,
  current: R | null,
  patch: Data,
  decide: (patch: Data) => Promise<Decision<RecordChange<R>>> | Decision<RecordChange<R>>,
): Promise<Decision<Decided<R>>> {
  const asked = await decide(patch)
  if (!asked.ok) return asked
  const isBehind = current !== null && current.version > (incoming.baseVersion ?? 0)
  const replaced = isBehind ? await findReplaced(tx, actor, incoming, asked.record.changes) : []
  const seen = (record: R, field: string) => visibleTo(kind, record, actor)[field]
  const contested = replaced.flatMap(({ field, authorId: by, at }) =>
    findContested(kind, patch, [field]).map((one) => ({
      ...one,
      theirs: current && seen(current, field),
      yours: seen(asked.record.record, field),
      by,
      at,
    })),
  )
  if (contested.length === 0) return accept({ change: asked.record, replaced, contested, notApplied: {} })
  const isApplied = ([name]: [string, unknown]) => !contested.some(({ fields }) => fields.includes(name))
  const decision = await decide(Object.fromEntries(Object.entries(patch).filter(isApplied)))
  if (!decision.ok) return decision
  const change = decision.record
  const withheld = Object.fromEntries(Object.entries(patch).filter((entry) => !isApplied(entry)))
  return accept({
    change,
    replaced: replaced.filter(({ field }) => field in change.changes),
    contested,
    notApplied: { [NOT_APPLIED]: { before: null, after: withheld } },
  })
}
