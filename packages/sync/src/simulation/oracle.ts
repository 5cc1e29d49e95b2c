/** Each check of the invariants I1 to I8 returns the violations as text. */
import { isPartial, photosIn } from '@trailwarden/api'
import type { Data, Notice } from '../device-state.ts'
import type { Device } from './device.ts'
import type { Server } from './server.ts'

const isPrimitive = (value: unknown) => typeof value !== 'object' || value === null
const same = (a: unknown, b: unknown) =>
  a === b || (!isPrimitive(a) && !isPrimitive(b) && JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

const isPlain = (field: string) => !isPartial(field) && field !== 'deleted'

/** I4, checked at any time: a user's latest change to a field stays visible until a newer version replaces it. */
export function checkOwnText(server: Server, phone: Device): string[] {
  const newest = new Map<string, { id: string; recordId: string; field: string; value: unknown }>()
  const isDeleted = new Set<string>()
  for (const command of phone.saved.values()) {
    const isSettled = phone.givenUp.has(command.id) || phone.disk.attention.has(command.id)
    const isHeld = [...phone.disk.attention.values()].some((row) => row.held.some((held) => held.command.id === command.id))
    if (isSettled || isHeld) continue
    if (command.patch.deleted) isDeleted.add(command.recordId)
    for (const [field, value] of Object.entries(command.patch)) {
      if (isPlain(field)) newest.set(`${command.recordId} ${field}`, { id: command.id, recordId: command.recordId, field, value })
    }
  }
  const wrong: string[] = []
  for (const { id, recordId, field, value } of newest.values()) {
    if (isDeleted.has(recordId)) continue
    const view = phone.view(recordId)
    const row = server.rows().get(recordId)
    const answer = server.answers().get(id)
    if (view && same(view.data[field], value)) continue
    const isWaiting = [...phone.disk.outbox.values()].some(({ command }) => command.id === id)
    // The record was removed, or is hidden from this role. Its history shows which.
    const isOutOfSight = row !== undefined && server.project(row, phone.personId) === null
    const wasEverOutOfSight = row?.history.some(
      (line) => line.version > (answer?.version ?? 0) && ('status' in line.patch || line.patch.deleted),
    )
    if (!phone.disk.mirror.has(recordId) && !isWaiting && (isOutOfSight || wasEverOutOfSight)) continue
    const replacedBy = row?.history
      .filter((line) => line.version > (answer?.version ?? 0) && field in line.patch)
      .map((line) => line.patch[field])
    // Someone else's decision applies, and the author can still choose their own.
    if (!isWaiting && answer?.contested?.some(({ fields }) => fields.includes(field))) continue
    if (!isWaiting && answer && view && replacedBy?.some((other) => same(other, view.data[field]))) continue
    wrong.push(
      `I4 ${field} of ${recordId.slice(-4)} shows ${JSON.stringify(view?.data[field])} instead of the own value ${JSON.stringify(value)}`,
    )
  }
  return wrong
}

/**
 * I1: every command reported as saved is on the server or complete on the device. At the end, every acknowledged command must be on the
 * server.
 */
export function checkNothingLost(server: Server, phone: Device, isEnd = false): string[] {
  const { outbox, attention, sent, photos } = phone.disk
  const here = new Map([
    ...[...outbox.values()].map((row) => [row.command.id, row.command] as const),
    ...(isEnd ? [] : [...sent.values()]).map((row) => [row.command.id, row.command] as const),
    ...[...attention.values()].flatMap((row) => [row.waiting, ...row.held].map(({ command }) => [command.id, command] as const)),
  ])
  const unexplained = [...attention.values()].filter(({ answer }) => answer.refusal === null)
  const wrong = unexplained.map(({ waiting }) => `I1 command ${waiting.command.n} refused without a reason`)
  for (const command of phone.saved.values()) {
    if (phone.givenUp.has(command.id) || same(here.get(command.id), command)) continue
    const outcome = server.answers().get(command.id)?.outcome
    const isApplied = outcome === 'applied' || outcome === 'merged'
    if (!isApplied) wrong.push(`I1 command ${command.n} of ${command.recordId.slice(-4)} is nowhere (${outcome})`)
    if (!isEnd || !isApplied) continue
    for (const photo of photosIn(command)) if (photos.get(photo) !== 'sent') wrong.push(`I1 photo ${photo.slice(-4)} never sent`)
  }
  return wrong
}

/** I2, I6: one command adds one history line, each record has one number, and each device's commands on a record are applied in order. */
export function checkServer(server: Server): string[] {
  const wrong: string[] = []
  const commands = new Set<string>()
  const numbers = new Set<unknown>()
  for (const row of server.rows().values()) {
    if (numbers.has(row.data.number)) wrong.push(`I2 number ${row.data.number} twice`)
    numbers.add(row.data.number)
    if (row.history.length !== row.version) wrong.push(`I2 ${row.id.slice(-4)} has ${row.history.length} lines for version ${row.version}`)
    const orders = new Map<string, number>()
    for (const line of row.history) {
      if (commands.has(line.commandId)) wrong.push(`I2 command ${line.commandId.slice(-4)} applied twice`)
      commands.add(line.commandId)
      if ((orders.get(line.deviceId) ?? 0) >= line.n)
        wrong.push(`I6 on ${row.id.slice(-4)} ${line.n} came after ${orders.get(line.deviceId)}`)
      orders.set(line.deviceId, line.n)
    }
  }
  return wrong
}

/** I8: the queue is empty. */
export const checkDrained = (phone: Device): string[] =>
  phone.disk.outbox.size > 0
    ? [`I8 ${phone.disk.outbox.size} commands still queued`]
    : [...phone.disk.photos].flatMap(([id, state]) => (state === 'ready' ? [`I8 photo ${id.slice(-4)} still queued`] : []))

/** I3 and I4 once nothing is in progress: the mirror equals the server's projection, and the screen shows the mirror. */
export function checkConverged(server: Server, phone: Device): string[] {
  const wrong: string[] = []
  const expected = new Map<string, Data>()
  for (const row of server.rows().values()) {
    const data = server.project(row, phone.personId)
    if (data) expected.set(row.id, data)
  }
  for (const id of new Set([...expected.keys(), ...phone.disk.mirror.keys()])) {
    const held = phone.disk.mirror.get(id)?.data
    if (!same(held, expected.get(id)))
      wrong.push(`I3 ${id.slice(-4)} is ${JSON.stringify(held)}, on the server ${JSON.stringify(expected.get(id))}`)
  }
  const records = new Set([...phone.saved.values()].map((command) => command.recordId))
  for (const id of records) {
    const view = phone.view(id)
    if (view?.state !== 'attention' && !same(view?.data, expected.get(id)))
      wrong.push(`I3 the screen shows ${JSON.stringify(view?.data)} for ${JSON.stringify(expected.get(id))}`)
  }
  for (const [id, state] of phone.disk.photos) {
    if (state === 'sent' && !phone.line.photos.has(id)) wrong.push(`I1 photo ${id.slice(-4)} marked as sent but not on the server`)
  }
  return [...wrong, ...phone.errors.map((error) => `error on the device: ${error}`)]
}

/**
 * I5: if someone else replaced a field's latest value, the author is notified once. Authors aren't notified of changes they made
 * themselves.
 */
export function checkNotified(server: Server, phone: Device): string[] {
  const wrong: string[] = []
  const notified = new Map<string, number>()
  for (const notice of phone.disk.notices) {
    for (const field of notice.fields) {
      const key = `${notice.what} ${notice.commandId} ${field}`
      notified.set(key, (notified.get(key) ?? 0) + 1)
    }
  }
  for (const [key, times] of notified) if (times > 1) wrong.push(`I5 notified ${times} times: ${key}`)
  for (const notice of phone.disk.notices) wrong.push(...findFalse(server, phone, notice))
  const contestedOf = (id: string) => server.answers().get(id)?.contested ?? []
  const own = [...phone.saved.values()]
  for (const { id, recordId, n } of own)
    for (const { field, fields } of contestedOf(id)) {
      const isOwnLater = own.some((other) => other.recordId === recordId && other.n > n && fields.some((name) => name in other.patch))
      if (!isOwnLater && !notified.has(`contested ${id} ${field}`)) wrong.push(`I5 ${field} of ${recordId.slice(-4)} is not offered`)
    }
  for (const row of server.rows().values()) {
    const data = server.project(row, phone.personId)
    for (const line of row.history) {
      if (line.deviceId !== phone.deviceId) continue
      for (const field of line.replaced)
        if (!notified.has(`replaced ${line.commandId} ${field}`)) wrong.push(`I5 not notified that ${field} replaced another's`)
      const later = row.history.filter((other) => other.version > line.version)
      for (const field of Object.keys(line.patch).filter(isPlain)) {
        const isContestedLater = own.some(
          ({ id, recordId, n }) => recordId === row.id && n > line.n && contestedOf(id).some(({ fields }) => fields.includes(field)),
        )
        const isOwnLater = isContestedLater || later.some((other) => other.deviceId === phone.deviceId && field in other.patch)
        if (!data || isOwnLater || same(data[field], line.patch[field])) continue
        if (!notified.has(`was-replaced ${line.commandId} ${field}`))
          wrong.push(`I5 not notified that ${field} of ${row.id.slice(-4)} was replaced`)
      }
    }
  }
  return wrong
}

function findFalse(server: Server, phone: Device, { recordId, commandId, what, fields, version }: Notice): string[] {
  const history = server.rows().get(recordId)?.history ?? []
  const own = history.find((line) => line.commandId === commandId)
  const contested = server.answers().get(commandId)?.contested ?? []
  const isTrue = (field: string) => {
    if (what === 'contested') return contested.some((one) => one.field === field)
    if (what === 'replaced') return own?.replaced.includes(field)
    const later = history.filter((line) => line.version > (own?.version ?? 0) && line.version <= version)
    const isByOther = later.some((line) => line.deviceId !== phone.deviceId && field in line.patch)
    return isByOther && !contested.some((one) => one.fields.includes(field))
  }
  return fields.filter((field) => !isTrue(field)).map((field) => `I5 false notice: ${what} ${field} of ${recordId.slice(-4)}`)
}

/** After a failed push, the device must wait for the back-off, unless something woke it. */
export function checkManners(phone: Device): string[] {
  const wrong: string[] = []
  const { attempts } = phone.line
  let streak = 0
  for (let i = 1; i < attempts.length; i += 1) {
    const [before, next] = [attempts[i - 1], attempts[i]]
    if (before?.failedAt == null || !next || phone.starts.some((start) => start >= before.at && start <= next.at)) {
      streak = 0
      continue
    }
    const { failedAt, at } = before
    const gap = next.at - failedAt
    // The engine reads its store just before it sends, so wake-ups shortly before the push count.
    const isRung = phone.wakes.some((wake) => wake >= at - 20 && wake <= next.at)
    streak += 1
    const least = isRung ? 500 : 500 * Math.min(15, 2 ** (streak - 1))
    if (gap < least) wrong.push(`a push ${gap} ms after failure ${streak} (at least ${least})`)
    if (isRung) streak = 0
  }
  return wrong
}
