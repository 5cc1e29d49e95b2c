import {
  type Attention,
  forKinds,
  type Mirrored,
  type Notice,
  type PhotoState,
  type Sent,
  type SyncPosition,
  type Waiting,
  type Writes,
} from '../device-state.ts'
import type { LocalStore } from '../engine.ts'
import type { planAbsorb } from '../mirror.ts'
import type { planSettle } from '../outbox.ts'

export const KINDS = ['action', 'settings']

export type Plans = { planAbsorb: typeof planAbsorb; planSettle: typeof planSettle }

export type Disk = {
  position: SyncPosition
  outbox: Map<number, Waiting>
  attention: Map<string, Attention>
  sent: Map<number, Sent>
  notices: Notice[]
  mirror: Map<string, Mirrored>
  photos: Map<string, PhotoState>
}

export const createDisk = (position: SyncPosition): Disk => ({
  position,
  outbox: new Map(),
  attention: new Map(),
  sent: new Map(),
  notices: [],
  mirror: new Map(),
  photos: new Map(),
})

export function perform(disk: Disk, writes: Writes): void {
  if (writes.position) disk.position = writes.position
  for (const n of writes.outbox?.drop ?? []) disk.outbox.delete(n)
  for (const row of writes.outbox?.put ?? []) disk.outbox.set(row.command.n, row)
  for (const id of writes.attention?.drop ?? []) disk.attention.delete(id)
  for (const row of writes.attention?.put ?? []) disk.attention.set(row.waiting.command.id, row)
  for (const n of writes.sent?.drop ?? []) disk.sent.delete(n)
  for (const row of writes.sent?.put ?? []) disk.sent.set(row.command.n, row)
  disk.notices.push(...(writes.notices?.put ?? []))
  for (const { id } of writes.mirror?.drop ?? []) disk.mirror.delete(id)
  for (const row of writes.mirror?.put ?? []) disk.mirror.set(row.id, row)
  if (writes.sweepTo !== undefined)
    for (const row of disk.mirror.values()) if (row.generation !== writes.sweepTo) disk.mirror.delete(row.id)
  for (const { id, state } of writes.photos ?? []) if (disk.photos.has(id)) disk.photos.set(id, state)
  const before = writes.forgetSentBeforeAgeMs
  if (before !== undefined) for (const row of disk.sent.values()) if (row.ackedAgeMs < before) disk.sent.delete(row.command.n)
}

/** `write` performs its work later. If the device crashes first, none of the work is done. */
export function createMemoryStore(
  disk: Disk,
  plans: Plans,
  clock: () => number,
  write: <T>(work: () => T) => Promise<T>,
  kinds: readonly string[] = KINDS,
): LocalStore {
  return {
    position: () => write(() => forKinds(disk.position, kinds)),
    queue: () => write(() => ({ waiting: [...disk.outbox.values()], position: disk.position, nowMs: clock() })),
    storeAnswers: (answers, askedEpoch, receipt) =>
      write(() => {
        const documentOf = (_kind: string, id: string) => disk.mirror.get(id) ?? null
        const rows = { outbox: [...disk.outbox.values()], sent: [...disk.sent.values()] }
        const asked = { ...rows, answers, askedEpoch, receipt, documentOf }
        const { writes, settled } = plans.planSettle({ position: disk.position, ...asked, nowMs: clock() })
        perform(disk, writes)
        return settled
      }),
    absorb: (page, asked) =>
      write(() => {
        const rows = { sent: [...disk.sent.values()], outbox: [...disk.outbox.values()], attention: [...disk.attention.values()] }
        const { writes, absorbed } = plans.planAbsorb({
          position: forKinds(disk.position, kinds),
          page,
          kinds,
          asked,
          ...rows,
          nowMs: clock(),
        })
        perform(disk, writes)
        return absorbed
      }),
    nextPhoto: (passed) => write(() => [...disk.photos].find(([id, state]) => state === 'ready' && !passed.has(id))?.[0] ?? null),
    settlePhoto: (id, refusal) =>
      write(() => {
        disk.photos.set(id, refusal ? 'refused' : 'sent')
      }),
  }
}
