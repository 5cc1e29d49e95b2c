/**
 * How far a phone has fetched. Opaque to the phone; a cursor that cannot be read, or that speaks of another person, role or epoch,
 * is no error: the phone then fetches everything again.
 *
 * A fetch begins with a snapshot: what the person may see of everything older than `horizon`. After it come all changes from there
 * on, seen or no longer seen. The two differ because a member's phone must not be notified of every record that was resolved in ten
 * years, but must be notified of each that is resolved meanwhile.
 *
 * It is signed, because it can prove that the database was restored (`past.ts`).
 */
import type { Actor } from '@trailwarden/domain'
import { sign } from './signature.ts'

/** A place in the feed of changes. */
export type CursorPosition = { xid: string; id: string; kind: string }

/** `protocol`: the version of the protocol that the phone spoke. Kinds that are newer were withheld up to here. */
export type Cursor = {
  epoch: string
  personId: string
  role: number
  phase: 'snapshot' | 'changes'
  horizon: string
  after: CursorPosition
  protocol: number
}

/** A cursor as a phone sent it; `number` is the highest number of an action that had been given out when it was written. */
export type SentCursor = Cursor & { number: number; text: string }

export const before = (xid: string): CursorPosition => ({ xid, id: '00000000-0000-0000-0000-000000000000', kind: '' })

export const writeCursor = ({ epoch, personId, role, phase, horizon, after, protocol }: Cursor, number: number, secret: string): string =>
  sign(secret, [epoch, personId, role, phase, horizon, after.xid, after.id, after.kind, number, protocol].join('~'))

const CURSOR =
  /^([0-9a-f-]{36})~([0-9a-f-]{36})~(\d)~(snapshot|changes)~(\d{1,19})~(\d{1,19})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~([a-z-]{0,50})~(\d{1,15})(?:~(\d{1,4}))?~[\w-]{22}$/

export function readCursor(text: string | undefined): SentCursor | null {
  const [, epoch, personId, role, phase, horizon, xid, id, kind, number, protocol] = CURSOR.exec(text ?? '') ?? []
  if (!text || !epoch || !personId || !horizon || !xid || !id || kind === undefined) return null
  const place = { horizon, after: { xid, id, kind } }
  return {
    epoch,
    personId,
    role: Number(role),
    phase: phase === 'snapshot' ? 'snapshot' : 'changes',
    ...place,
    number: Number(number),
    // Cursors of earlier servers do not say it.
    protocol: Number(protocol ?? 1),
    text,
  }
}

export const isCursorOf = (cursor: Cursor, actor: Pick<Actor, 'id' | 'role'>) => cursor.personId === actor.id && cursor.role === actor.role
