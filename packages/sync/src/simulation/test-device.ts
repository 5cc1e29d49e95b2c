import type { Answer, Document, Outcome, PullReply } from '@trailwarden/api'
import { actionKind } from '@trailwarden/domain'
import { type Data, firstSyncPosition, forKinds } from '../device-state.ts'
import { type Push, type Remote, type SyncStatus, startSync } from '../engine.ts'
import { planAbsorb } from '../mirror.ts'
import { planRecord, planSettle } from '../outbox.ts'
import { viewOf } from '../overlay.ts'
import { createDisk, createMemoryStore, KINDS, perform } from './memory-store.ts'
import { createSimulation } from './simulation.ts'

export const PERSON = '00000000-0000-4000-8000-00000000aaaa'
const author = { id: PERSON, name: 'Ann' }

export const createAnswer = (commandId: string, outcome: Outcome = 'applied', version: number | null = 1): Answer => ({
  commandId,
  outcome,
  version: outcome === 'applied' || outcome === 'merged' ? version : null,
  replaced: [],
  refusal: outcome === 'applied' || outcome === 'merged' ? null : { code: outcome, detail: 'because' },
})

export const createPage = (change: Partial<PullReply> = {}): PullReply => ({
  epoch: 'e1',
  personId: PERSON,
  role: 1,
  reset: false,
  cursor: 'c1',
  documents: [],
  removed: [],
  more: false,
  ...change,
})

/** Unless `isNew` is set, the device has already fetched once. */
export function createTestDevice({ isNew = false } = {}) {
  const simulation = createSimulation(1)
  const clock = { nowMs: 1_000_000 }
  const start = forKinds(firstSyncPosition(PERSON, simulation.uuid(), clock.nowMs), KINDS)
  const disk = createDisk(isNew ? start : { ...start, epoch: 'e1', cursor: 'c1', role: 1 })
  const store = createMemoryStore(
    disk,
    { planAbsorb, planSettle },
    () => clock.nowMs,
    async (work) => work(),
  )
  const pushes: { at: number; request: Push }[] = []
  const uploads: string[] = []
  const statuses: SyncStatus[] = []
  const server = {
    push: async (request: Push): Promise<unknown> => ({ answers: request.commands.map(({ id }) => createAnswer(id)) }),
    pull: async (_cursor: string | null, _receipt: string | null): Promise<unknown> => createPage(),
    putPhoto: async (_id: string): Promise<{ code: string; detail: string } | null> => null,
  }
  const remote: Remote = {
    push: (request) => {
      pushes.push({ at: simulation.now(), request })
      return server.push(request)
    },
    pull: (cursor, _call, receipt) => server.pull(cursor, receipt),
    putPhoto: (id) => {
      uploads.push(id)
      return server.putPhoto(id)
    },
  }
  const pieces = (id: string) => ({
    kind: actionKind,
    id,
    document: disk.mirror.get(id) ?? null,
    waiting: [...disk.outbox.values()].filter((row) => row.command.recordId === id),
    sent: [...disk.sent.values()].filter((row) => row.command.recordId === id),
    attention: [...disk.attention.values()].filter((row) => row.waiting.command.recordId === id),
    author,
  })
  const view = (id: string) => viewOf(pieces(id))
  const record = (recordId: string, patch: Data, { canBeUndone = false } = {}) => {
    const known = view(recordId)
    const doing = { commandId: simulation.uuid(), kind: 'action' as const, recordId, patch, now: new Date(clock.nowMs), canBeUndone }
    perform(
      disk,
      planRecord(disk.position, doing, { version: known?.version ?? null, view: known?.data ?? null, attention: known?.attention ?? [] }),
    )
    return doing.commandId
  }
  const sync = () => startSync({ store, remote, timer: simulation, random: simulation.random, onStatus: (status) => statuses.push(status) })
  const document = (id: string, version: number, data: Data = {}): Document => ({
    kind: 'action',
    id,
    version,
    data: { description: 'theirs', ...data },
  })
  return { simulation, clock, disk, store, server, pushes, uploads, statuses, view, record, sync, document, id: simulation.uuid }
}
