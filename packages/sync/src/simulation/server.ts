/**
 * Implements the protocol exactly. Each command is one transaction, with row locks and commit gaps. The cursor over (transaction, record)
 * stops below the oldest open transaction. The server detects a restore only from the data that devices send.
 */

import type { Answer, Command, Document, Outcome, PullReply, PushReply } from '@trailwarden/api'
import { actionKind, findContested, merge, type RecordKind, visibleTo } from '@trailwarden/domain'
import type { Data } from '../device-state.ts'
import type { Push } from '../engine.ts'
import type { Simulation } from './simulation.ts'

const PAGE = 7

type Line = { commandId: string; deviceId: string; n: number; version: number; patch: Data; replaced: string[] }
export type Row = {
  kind: Document['kind']
  id: string
  version: number
  transaction: number
  isDeleted: boolean
  data: Data
  history: Line[]
}

type Stored = { rows: Map<string, Row>; answers: Map<string, Answer>; numbers: number; transactions: number }

export type Server = ReturnType<typeof createServer>

export function createServer(simulation: Simulation) {
  let stored: Stored = { rows: new Map(), answers: new Map(), numbers: 0, transactions: 0 }
  let epoch = 1
  let restores = 0
  const open = new Map<number, Promise<void>>()
  const claims = new Map<string, Promise<void>>()
  const locks = new Map<string, Promise<void>>()
  const roles = new Map<string, number>()
  const listeners = new Set<() => void>()
  const odds = { slow: 0.05, retry: 0.03 }

  const roleOf = (personId: string) => roles.get(personId) ?? 1

  async function transact(personId: string, deviceId: string, command: Command): Promise<Answer> {
    const began = restores
    while (claims.has(command.id)) await claims.get(command.id)
    const first = stored.answers.get(command.id)
    if (first) return first
    stored.transactions += 1
    const transaction = stored.transactions
    let done = () => {}
    const ended = new Promise<void>((resolve) => {
      done = resolve
    })
    open.set(transaction, ended)
    claims.set(command.id, ended)
    try {
      while (locks.has(command.recordId)) await locks.get(command.recordId)
      locks.set(command.recordId, ended)
      await simulation.sleep(simulation.chance(odds.slow) ? simulation.below(2000) : simulation.below(20))
      if (restores !== began) throw new Error('the server was restored')
      if (simulation.chance(odds.retry)) return answer(command, 'retry')
      const decided = decide(personId, deviceId, command, transaction)
      stored.answers.set(command.id, decided)
      return decided
    } finally {
      open.delete(transaction)
      claims.delete(command.id)
      if (locks.get(command.recordId) === ended) locks.delete(command.recordId)
      done()
      for (const listener of listeners) listener()
    }
  }

  function decide(personId: string, deviceId: string, command: Command, transaction: number): Answer {
    const { id: commandId, kind, recordId, patch: asked, baseVersion, n } = command
    const row = stored.rows.get(recordId)
    const isManager = roleOf(personId) >= 2
    if (row?.isDeleted || (!row && baseVersion !== null)) return answer(command, 'gone')
    if (!isManager && ('rating' in asked || 'status' in asked || 'deleted' in asked)) return answer(command, 'forbidden')
    if (row && !isManager && row.data.status === 'Resolved') return answer(command, 'forbidden')
    if (asked.description === 'bad' || (!row && (asked.description === undefined || asked.area === undefined)))
      return answer(command, 'invalid')
    if (row && kind === 'settings' && baseVersion !== row.version) return answer(command, 'conflict')
    if (!row) stored.numbers += 1
    const author = { id: personId, name: personId.slice(-4) }
    const at = new Date(simulation.now()).toISOString()
    const setSince = (field: string) => {
      const last = row?.history.findLast((line) => line.version > (baseVersion ?? 0) && field in line.patch)
      return last !== undefined && last.deviceId !== deviceId && row?.data[field] !== asked[field]
    }
    const contested = findContested(actionKind as RecordKind, asked, Object.keys(asked).filter(setSince))
    const isApplied = (field: string) => !contested.some(({ fields }) => fields.includes(field))
    const patch = Object.fromEntries(Object.entries(asked).filter(([field]) => isApplied(field)))
    const disputes = contested.map((one) => ({ ...one, theirs: row?.data[one.field], yours: asked[one.field], by: personId, at }))
    const answered = (version: number, replaced: string[]): Answer => ({
      ...answer(command, replaced.length + disputes.length > 0 ? 'merged' : 'applied'),
      version,
      replaced,
      ...(disputes.length > 0 && { contested: disputes }),
    })
    if (row && Object.keys(patch).length === 0) return answered(row.version, [])
    const change = { recordId, patch, author, recordedAt: command.recordedAt, at }
    const data = merge(actionKind as RecordKind, row?.data ?? null, change, {})
    const replaced = actionKind.editableFields.filter((field) => field in patch && setSince(field))
    const version = (row?.version ?? 0) + 1
    const next: Row = {
      kind,
      id: recordId,
      version,
      transaction,
      isDeleted: patch.deleted === true,
      data: { ...data, version, number: data.number || String(stored.numbers).padStart(4, '0') },
      history: [...(row?.history ?? []), { commandId, deviceId, n, version, patch, replaced }],
    }
    stored.rows.set(recordId, next)
    return answered(version, replaced)
  }

  function project(row: Row, personId: string): Data | null {
    if (row.isDeleted) return null
    if (roleOf(personId) >= 2) return row.data
    if (row.data.status === 'Resolved' && row.data.createdBy !== personId) return null
    return visibleTo(actionKind as RecordKind, row.data, { id: personId, role: roleOf(personId) })
  }

  /** A device sends a cursor or receipt that this server doesn't know. */
  function notice(cursor: string | null, receipt: string | null) {
    const [inEpoch, commandId] = (receipt ?? '').split(' ')
    const isForgotten = Number(inEpoch) === epoch && !stored.answers.has(commandId ?? '')
    const [cursorEpoch, , at, id] = (cursor ?? '').split('.')
    const row = stored.rows.get(id ?? '')
    const isAhead = Number(at) > stored.transactions || (Number(at) > 0 && (row?.transaction ?? 0) < Number(at))
    if (isForgotten || (Number(cursorEpoch) === epoch && isAhead)) epoch += 1
  }

  return {
    roles,
    odds,
    project,
    rows: () => stored.rows,
    answers: () => stored.answers,
    epoch: () => String(epoch),
    listen: (listener: () => void) => listeners.add(listener),

    async push(personId: string, request: Push): Promise<PushReply> {
      notice(request.cursor, request.receipt)
      if (request.epoch !== String(epoch)) throw new OtherEpoch()
      const answers: Answer[] = []
      const known = new Set(request.commands.flatMap(({ id }) => (stored.answers.has(id) ? [id] : [])))
      for (const command of request.commands) answers.push(await transact(personId, request.deviceId, command))
      const done = answers.filter(({ version }) => version !== null)
      const hasReceipt = (request.receipt ?? '').startsWith(`${request.epoch} `)
      const applied = done.findLast(({ commandId }) => !known.has(commandId)) ?? (hasReceipt ? undefined : done.at(-1))
      return { answers, ...(applied && { receipt: `${request.epoch} ${applied.commandId}` }) }
    },

    pull(personId: string, cursor: string | null, receipt: string | null): PullReply {
      notice(cursor, receipt)
      const role = roleOf(personId)
      const [, inEpoch, inRole, ...at] = (/^(\d+)\.(\d+)\.(\d+)\.(.*)$/.exec(cursor ?? '') ?? []).values()
      const reset = Number(inEpoch) !== epoch || Number(inRole) !== role
      const [transaction, id] = reset ? [0, ''] : [Number(at[0]), at[1] ?? '']
      const horizon = Math.min(...open.keys(), stored.transactions + 1)
      const rows = [...stored.rows.values()]
        .filter((row) => row.transaction < horizon && (row.transaction > transaction || (row.transaction === transaction && row.id > id)))
        .sort((a, b) => a.transaction - b.transaction || (a.id < b.id ? -1 : 1))
      const page = rows.slice(0, PAGE)
      const last = page.at(-1)
      const seen = page.map((row) => ({ row, data: project(row, personId) }))
      return {
        epoch: String(epoch),
        personId,
        role,
        reset,
        cursor: `${epoch}.${role}.${last?.transaction ?? transaction}.${last?.id ?? id}`,
        documents: seen.flatMap(({ row: { kind, id, version }, data }) => (data ? [{ kind, id, version, data }] : [])),
        // A reset only lists existing records, so it has no removed ones.
        removed: reset ? [] : seen.flatMap(({ row: { kind, id }, data }) => (data ? [] : [{ kind, id }])),
        more: rows.length > PAGE,
      }
    },

    backup: (): Stored => structuredClone(stored),
    /**
     * `isNotified` means that an operator or the database told the server about the restore. Otherwise, files were copied back without its
     * knowledge.
     */
    restore(backup: Stored, isNotified: boolean) {
      // Within a cluster, transaction numbers continue. If files were copied back, numbers restart from the backup's number.
      stored = isNotified ? { ...backup, transactions: stored.transactions } : backup
      if (isNotified) epoch += 1
      restores += 1
      open.clear()
      locks.clear()
      claims.clear()
    },
  }
}

export class OtherEpoch extends Error {}

const answer = ({ id }: Command, outcome: Outcome): Answer => ({
  commandId: id,
  outcome,
  version: null,
  replaced: [],
  refusal: outcome === 'retry' ? null : { code: outcome, detail: `the rule says ${outcome}` },
})
