/**
 * A damaged row has no id, the wrong type or an unknown kind. Its readable parts are saved for the user under Needs you. Damaged rows never
 * cause a list, push or fetch to fail.
 */

import { type Answer, Command } from '@trailwarden/api'
import * as z from 'zod/mini'
import { type Attention, firstSyncPosition, type Sent, type SyncPosition, type Waiting } from './device-state.ts'

type Unknown = Record<string, unknown>
export type Repair = { kinds: readonly string[]; newId: () => string }

const isObject = (value: unknown): value is Unknown => typeof value === 'object' && value !== null && !Array.isArray(value)
const partsOf = (value: unknown): Unknown => (isObject(value) ? value : {})
const isUuid = (value: unknown): value is string => z.uuid().safeParse(value).success

export function isWhole(row: unknown, { kinds }: Repair): row is Waiting {
  const { command, creates } = partsOf(row)
  return typeof creates === 'boolean' && kinds.includes(String(partsOf(command).kind)) && Command.safeParse(command).success
}

function salvage(row: unknown, { kinds, newId }: Repair): Waiting {
  const was = partsOf(partsOf(row).command)
  const kind = kinds.find((one) => one === was.kind) ?? kinds[0] ?? ''
  const command: Command = {
    id: typeof was.id === 'string' && was.id !== '' ? was.id : newId(),
    n: typeof was.n === 'number' ? was.n : 1,
    kind,
    recordId: isUuid(was.recordId) ? was.recordId : newId(),
    patch: isObject(was.patch) ? was.patch : { detail: JSON.stringify(was.patch ?? row) ?? '' },
    baseVersion: null,
    recordedAt: z.iso.datetime().safeParse(was.recordedAt).success ? String(was.recordedAt) : new Date(0).toISOString(),
  }
  return { command, creates: false, seen: null, before: null }
}

const damaged = (commandId: string): Answer => ({
  commandId,
  outcome: 'invalid',
  version: null,
  replaced: [],
  refusal: { code: 'damaged', detail: 'This was damaged on this device and cannot be sent as it is.' },
})

export function setAside(rows: readonly unknown[], repair: Repair): { whole: Waiting[]; aside: Attention[] } {
  const whole = rows.filter((row) => isWhole(row, repair))
  const aside = rows.filter((row) => !isWhole(row, repair)).map((row) => repairAttention({ waiting: row }, repair))
  return { whole, aside }
}

export const repairWaiting = (row: unknown, repair: Repair): Waiting => (isWhole(row, repair) ? row : salvage(row, repair))

export function repairAttention(row: unknown, repair: Repair): Attention {
  const { waiting, answer, held } = partsOf(row)
  const isReadable = isWhole(waiting, repair) && isObject(answer) && Array.isArray(held) && held.every((one) => isWhole(one, repair))
  if (isReadable) return row as Attention
  const saved = repairWaiting(waiting, repair)
  const others = Array.isArray(held) ? held.map((one) => repairWaiting(one, repair)) : []
  return { waiting: saved, answer: isObject(answer) ? (answer as Answer) : damaged(saved.command.id), held: others }
}

/** A repaired command has no effect: the device doesn't show the command over a record or count it as replaced. */
export function repairSent<Row extends Sent>(row: Row, repair: Repair): Row {
  if (isWhole(row, repair) && Array.isArray(row.told)) return row
  const { command } = salvage(row, repair)
  const count = (value: unknown) => (typeof value === 'number' ? value : 0)
  const { version, ack, ackedAgeMs, ackedCalmMs } = partsOf(row)
  const counts = { version: count(version), ack: count(ack), ackedAgeMs: count(ackedAgeMs), ackedCalmMs: count(ackedCalmMs) }
  return { ...row, ...counts, command: { ...command, patch: {} }, creates: false, mirrored: 'removed', told: [] }
}

const NUMBERS = ['lastN', 'acks', 'generation', 'ageMs', 'calmMs', 'seenAtMs'] as const

export function repairPosition(row: SyncPosition, personId: string, newId: () => string, nowMs: number): SyncPosition {
  const isText = (value: unknown) => value === null || typeof value === 'string'
  const isSound =
    isObject(row) && NUMBERS.every((name) => Number.isSafeInteger(Math.trunc(row[name]))) && isText(row.cursor) && isText(row.epoch)
  if (isSound && isUuid(row.deviceId)) return row
  const { deviceId, lastN, receipt } = partsOf(row)
  const first = firstSyncPosition(personId, isUuid(deviceId) ? deviceId : newId(), nowMs)
  // The current time is higher than any earlier number, because a device never creates more than one command per millisecond.
  const n = Number.isSafeInteger(lastN) ? Number(lastN) : nowMs
  return { ...first, lastN: n, ...(typeof receipt === 'string' && { receipt }) }
}
