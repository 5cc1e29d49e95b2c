/**
 * How far a phone has fetched. Opaque to the phone; a cursor that cannot be read, or that speaks of another person, role or epoch,
 * is no fault: the phone then gets everything anew.
 *
 * A fetch begins with a snapshot: what the person may see of everything older than `horizon`. After it come all changes from there
 * on, seen or no longer seen. The two differ because a member's phone must not be told of every record that was resolved in ten
 * years, but must be told of each that is resolved while it looks on.
 */
import type { Actor } from '@trailwarden/domain'

/** A place in the feed of changes. */
export type Place = { xid: string; id: string; kind: string }

export type Cursor = { epoch: string; personId: string; role: number; phase: 'snapshot' | 'changes'; horizon: string; after: Place }

export const before = (xid: string): Place => ({ xid, id: '00000000-0000-0000-0000-000000000000', kind: '' })

export const writeCursor = ({ epoch, personId, role, phase, horizon, after }: Cursor): string =>
  [epoch, personId, role, phase, horizon, after.xid, after.id, after.kind].join('~')

const CURSOR = /^([0-9a-f-]{36})~([0-9a-f-]{36})~(\d)~(snapshot|changes)~(\d{1,19})~(\d{1,19})~([0-9a-f-]{36})~([a-z-]{0,20})$/

export function readCursor(text: string | undefined, actor: Pick<Actor, 'id' | 'role'>): Cursor | null {
  const [, epoch, personId, role, phase, horizon, xid, id, kind] = CURSOR.exec(text ?? '') ?? []
  if (!epoch || personId !== actor.id || Number(role) !== actor.role || !horizon || !xid || !id || kind === undefined) return null
  return { epoch, personId, role: actor.role, phase: phase === 'snapshot' ? 'snapshot' : 'changes', horizon, after: { xid, id, kind } }
}
