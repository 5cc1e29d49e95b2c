/**
 * A cursor is a device's position in the change feed. If a cursor can't be read, or belongs to another user, role or epoch, the device
 * pulls everything again without an error. The first pull begins with a snapshot of all visible records older than `horizon`. All later
 * changes follow, including changes that hide a record from this user. A member's device doesn't need to know about every record resolved
 * in ten years, but must be notified of each record that is resolved during the pull. The server signs cursors, because they can prove that
 * the database was restored (`past.ts`).
 */
import type { Actor } from '@trailwarden/domain'
import { sign } from './signature.ts'

export type CursorPosition = { xid: string; id: string; kind: string }

/** The server left out record kinds that this protocol version of the device doesn't support. */
export type Cursor = {
  epoch: string
  personId: string
  role: number
  phase: 'snapshot' | 'changes'
  horizon: string
  after: CursorPosition
  protocol: number
}

/** `number` is the highest Action number at the time when the server wrote the cursor. */
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
    // Cursors from earlier server versions don't contain the protocol version.
    protocol: Number(protocol ?? 1),
    text,
  }
}

export const isCursorOf = (cursor: Cursor, actor: Pick<Actor, 'id' | 'role'>) => cursor.personId === actor.id && cursor.role === actor.role
