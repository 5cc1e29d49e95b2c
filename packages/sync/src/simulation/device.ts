/** The device's disk survives a restart, but its memory doesn't. */

import { type Command, type Kind, type PullReply, photosIn } from '@trailwarden/api'
import { actionKind } from '@trailwarden/domain'
import { type Data, firstSyncPosition } from '../device-state.ts'
import type { Call, RemoteFailure, Sync, startSync } from '../engine.ts'
import type { planAgain, planRecord } from '../outbox.ts'
import type { viewOf } from '../overlay.ts'
import { createDisk, createMemoryStore, type Plans, perform } from './memory-store.ts'
import { createLine } from './network.ts'
import type { Server } from './server.ts'
import type { Simulation } from './simulation.ts'

/** A mutation can replace the code under test. */
export type Code = Plans & {
  startSync: typeof startSync
  RemoteFailure: typeof RemoteFailure
  planRecord: typeof planRecord
  planAgain: typeof planAgain
  viewOf: typeof viewOf
}

export type Device = ReturnType<typeof createDevice>

/** 2026-11-01. Every device's clock starts at this time. */
const START_MS = 1_793_491_200_000

export function createDevice(simulation: Simulation, server: Server, code: Code, tabs: number) {
  const personId = simulation.uuid()
  const deviceId = simulation.uuid()
  const author = { id: personId, name: personId.slice(-4) }
  const clock = { offsetMs: 0 }
  const nowMs = () => START_MS + simulation.now() + clock.offsetMs
  const disk = createDisk(firstSyncPosition(personId, deviceId, nowMs()))
  const line = createLine(simulation, server, personId, code.RemoteFailure)
  /** `saved`: every command that the user was told is saved. `givenUp`: commands that the user discarded or sent again under a new id. */
  const saved = new Map<string, Command>()
  const givenUp = new Set<string>()
  const wakes: number[] = []
  const starts: number[] = []
  const errors: unknown[] = []
  let life = 0
  let engines: Sync[] = []

  function start() {
    life += 1
    starts.push(simulation.now())
    const born = life
    const isAlive = () => life === born
    const write = <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        simulation.after(simulation.below(4), () => {
          if (!isAlive()) return
          try {
            const result = work()
            // Simulates a crash between the write and its confirmation: the write succeeds, but its caller gets no result.
            simulation.after(simulation.below(2), () => isAlive() && resolve(result))
          } catch (error) {
            reject(error)
          }
        })
      })
    const store = createMemoryStore(disk, code, nowMs, write)
    const { after } = simulation
    const timer = { after: (ms: number, wake: () => void) => after(ms, () => isAlive() && wake()) }
    const gated = <A extends unknown[], T>(call: (...args: A) => Promise<T>) => {
      return (...args: A) =>
        new Promise<T>(
          (resolve, reject) =>
            void call(...args).then(
              (v) => isAlive() && resolve(v),
              (e) => isAlive() && reject(e),
            ),
        )
    }
    const remote = {
      push: gated(line.remote.push),
      pull: gated(async (cursor: string | null, call: Call, receipt: string | null) => {
        const page = (await line.remote.pull(cursor, call, receipt)) as PullReply
        // The engine wakes itself here, because a reset may have put commands back into the queue.
        if (page.reset) wakes.push(simulation.now())
        return page
      }),
      putPhoto: gated(line.remote.putPhoto),
    }
    const engine = () => code.startSync({ store, remote, timer, random: simulation.random, onError: (error) => errors.push(error) })
    engines = Array.from({ length: tabs }, engine)
  }

  const rowsOf = <T>(rows: Iterable<T>, id: string, commandOf: (row: T) => Command) =>
    [...rows].filter((row) => commandOf(row).recordId === id)

  function view(id: string) {
    const waiting = rowsOf(disk.outbox.values(), id, (row) => row.command)
    const sent = rowsOf(disk.sent.values(), id, (row) => row.command)
    const attention = rowsOf(disk.attention.values(), id, (row) => row.waiting.command)
    return code.viewOf({ kind: actionKind, id, document: disk.mirror.get(id) ?? null, waiting, sent, attention, author })
  }

  function wake(what?: 'send' | 'fetch') {
    wakes.push(simulation.now())
    for (const engine of engines) engine.wake(what)
  }

  function record(kind: Kind, recordId: string, patch: Data) {
    const known = view(recordId)
    const attention = rowsOf(disk.attention.values(), recordId, (row) => row.waiting.command)
    const doing = { commandId: simulation.uuid(), kind, recordId, patch, now: new Date(nowMs()) }
    const writes = code.planRecord(disk.position, doing, { version: known?.version ?? null, view: known?.data ?? null, attention })
    perform(disk, writes)
    for (const id of photosIn({ patch })) disk.photos.set(id, 'waiting')
    const row = writes.outbox?.put?.[0] ?? writes.attention?.put?.[0]?.held.at(-1)
    if (row) saved.set(row.command.id, row.command)
    wake('send')
  }

  function dealWithAttention() {
    const refused = [...disk.attention.values()][0]
    if (!refused) return
    const ids = [refused.waiting, ...refused.held].map(({ command }) => command.id)
    for (const id of ids) givenUp.add(id)
    const choice = simulation.below(3)
    if (choice === 0) {
      perform(disk, { attention: { drop: [refused.waiting.command.id] } })
      return
    }
    const { recordId, patch } = refused.waiting.command
    const version = disk.mirror.get(recordId)?.version ?? null
    const asNew = { recordId: simulation.uuid(), fields: { description: 'as new', area: 'a' } }
    if (choice === 2 && patch.deleted) return void perform(disk, { attention: { drop: [refused.waiting.command.id] } })
    const writes = code.planAgain({ position: disk.position, refused, version, newId: simulation.uuid, ...(choice === 2 && { asNew }) })
    perform(disk, writes)
    for (const row of writes.outbox?.put ?? []) saved.set(row.command.id, row.command)
    wake('send')
  }

  start()
  server.listen(() => {
    // A lost ping delays sync but never loses data.
    if (line.state.down && simulation.chance(0.7))
      simulation.after(simulation.below(200), () => engines.forEach((engine) => void engine.wake('fetch')))
  })

  return {
    personId,
    deviceId,
    disk,
    line,
    clock,
    saved,
    givenUp,
    wakes,
    starts,
    errors,
    view,
    record,
    dealWithAttention,
    wake,
    restart: start,
  }
}
