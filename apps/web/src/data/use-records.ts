/**
 * If the first read fails, a query throws its error for the error boundary. If a later read fails, the last result remains, so that a form
 * on the screen never disappears.
 */
import type { Kind } from '@trailwarden/api'
import { type Attention, advanceAge, type Data, type Mirrored, type View, type Waiting } from '@trailwarden/sync'
import { liveQuery } from 'dexie'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Device } from './device/device.ts'
import { isReadable, mirrorOf, type NoticeRow, type PhotoRow, photoIn } from './device/device-database.ts'
import { useDevice, useDeviceFailure } from './device/device-session.ts'
import type { RecordIn, Seen, ViewIn } from './device/kinds.ts'
import { type RecordQuery, readRecords } from './device/records.ts'
import { readDraftKeys } from './drafts/draft.ts'

/** Dexie may wrap an error several times, so only the name of the innermost error is reliable. */
const causeOf = (error: unknown): unknown => {
  const { name, inner } = error as { name?: string; inner?: unknown }
  return inner ? causeOf(inner) : name
}

const DAY_MS = 24 * 60 * 60 * 1000

type Outcome<T> = { value: T } | { error: unknown }

/** The result is null while the database is opening. */
export function useDeviceOrThrow(): Device | null {
  const failure = useDeviceFailure()
  const device = useDevice()
  if (failure) throw failure.error
  return device
}

function useLive<T>(key: string, read: (device: Device) => Promise<T>): T | undefined {
  const device = useDeviceOrThrow()
  const [answer, setAnswer] = useState<{ key: string; device: Device; outcome: Outcome<T> }>()
  const readLatest = useEffectEvent(read)
  useEffect(() => {
    if (!device) return
    // Dexie swallows some errors, for example when a database can't be opened, so errors are returned as values.
    const read = () =>
      readLatest(device).then(
        (value): Outcome<T> => ({ value }),
        (error: unknown): Outcome<T> => {
          // The database closed because the person left the page. Dexie repeats the query when the database opens again, but only if the
          // query threw an error.
          if (causeOf(error) === 'DatabaseClosedError') throw error
          return { error }
        },
      )
    const subscription = liveQuery(read).subscribe((outcome) =>
      setAnswer((last) => {
        const hasValue = last?.key === key && last.device === device && 'value' in last.outcome
        return 'error' in outcome && hasValue ? last : { key, device, outcome }
      }),
    )
    return () => subscription.unsubscribe()
  }, [device, key])
  // The result of another query, or for another person, doesn't apply.
  if (answer?.key !== key || answer.device !== device) return undefined
  if ('error' in answer.outcome) throw answer.outcome.error
  return answer.outcome.value
}

export const useRecords = <K extends Kind>(name: string, query: RecordQuery<K>): ViewIn<K>[] | undefined =>
  useLive(`${name} ${query.kind} ${query.index?.name} ${query.index?.equals}`, (device) => readRecords(device, query))

/** After a restore, records that the server has lost stay on the device until all others have arrived. The epoch excludes them. */
export const useMirrored = <K extends Kind>(kind: K): { epoch: string; documents: (Mirrored & { data: RecordIn<K> })[] } | undefined =>
  useLive(`mirrored ${kind}`, ({ db }) =>
    db.transaction('r', [mirrorOf(db, kind), db.meta], async () => {
      const position = (await db.meta.get('position'))?.position
      if (!position?.epoch) return undefined
      const documents = await mirrorOf(db, kind).where('generation').equals(position.generation).toArray()
      return {
        epoch: position.epoch, // The cast is safe because our server wrote these documents.
        documents: documents.filter(isReadable) as (Mirrored & { data: RecordIn<K> })[],
      }
    }),
  )

/** The result is undefined until the database has been read. */
export const useIsFetched = (): boolean | undefined =>
  useLive('is fetched', async ({ db }) => typeof (await db.meta.get('position'))?.position?.completeAtMs === 'number')

export const useRecord = <K extends Kind>(kind: K, id: string): ViewIn<K> | null | undefined =>
  useLive(`${kind} ${id}`, (device) => device.readView(kind, id))

const toSeen = <R>({ data, state, attention }: Omit<View, 'data'> & { data: R }): Seen<R> => ({ ...data, state, attention })

export function useSeenRecords<K extends Kind>(name: string, query: RecordQuery<K>): Seen<RecordIn<K>>[] | undefined {
  const views = useRecords(name, query)
  return useMemo(() => views?.map((view) => toSeen<RecordIn<K>>(view)), [views])
}

export function useSeenRecord<K extends Kind>(kind: K, id: string): Seen<RecordIn<K>> | null | undefined {
  const view = useRecord(kind, id)
  return useMemo(() => view && toSeen<RecordIn<K>>(view), [view])
}

export type AtHand = {
  waiting: Waiting[]
  attention: Attention[]
  notices: NoticeRow[]
  photos: Pick<PhotoRow, 'id' | 'state' | 'refusal'>[]
  drafts: string[]
}

export const useAtHand = (): AtHand | undefined =>
  useLive('at hand', async ({ db }) => {
    const [waiting, attention, notices, photos, drafts] = await Promise.all([
      db.outbox
        .orderBy('command.n')
        .filter(({ before }) => before === null)
        .toArray(),
      db.attention.toArray(),
      db.notices.toArray(),
      db.photos.where('state').notEqual('sent').toArray(),
      readDraftKeys(db),
    ])
    return { waiting, attention, notices, photos: photos.map(({ id, state, refusal }) => ({ id, state, refusal })), drafts }
  })

export function countAtHand({ waiting, attention, photos }: AtHand) {
  const refused = attention.length + photos.filter(({ state }) => state === 'refused').length
  return { waiting: waiting.length + photos.filter(({ state }) => state === 'ready').length, refused }
}

/** The device's running time measures the day, so changing the clock has no effect. */
export const useSentToday = (kind: Kind): ReadonlyMap<string, number> | undefined =>
  useLive(`sent today ${kind}`, async ({ db }) => {
    const position = (await db.meta.get('position'))?.position
    if (!position) return new Map()
    const nowMs = Date.now()
    const since = advanceAge(position, nowMs).ageMs - DAY_MS
    const rows = await db.sent.where('ackedAgeMs').above(since).toArray()
    return new Map(
      rows.flatMap(({ command, creates, ackedAgeMs }) =>
        creates && command.kind === kind ? [[command.recordId, nowMs + ackedAgeMs - since] as const] : [],
      ),
    )
  })

export const useViews = <K extends Kind>(kind: K, ids: readonly string[]): Map<string, ViewIn<K>> | undefined =>
  useLive(`views ${kind} ${ids.join()}`, async (device) => {
    const views = await Promise.all([...new Set(ids)].map((id) => device.readView(kind, id)))
    return new Map(views.flatMap((view) => (view ? [[view.id, view]] : [])))
  })

export const useNotices = (recordId: string): { notice: NoticeRow; mine: Data }[] | undefined =>
  useLive(`notices ${recordId}`, async ({ db }) => {
    const notices = await db.notices.where('recordId').equals(recordId).toArray()
    const sent = await db.sent.where('command.recordId').equals(recordId).toArray()
    return notices.map((notice) => ({ notice, mine: sent.find(({ command }) => command.id === notice.commandId)?.command.patch ?? {} }))
  })

export const useOwnPhotoState = (id: string | null): Pick<PhotoRow, 'state' | 'refusal'> | null | undefined =>
  useLive(`photo state ${id}`, async ({ db }) => {
    const photo = id === null ? undefined : await db.photos.get(id)
    return photo ? { state: photo.state, refusal: photo.refusal } : null
  })

/** Photos from the server are loaded by their URL instead. */
export const useOwnPhoto = (id: string | null): Blob | null | undefined =>
  useLive(`photo ${id}`, async ({ db }) => {
    const photo = id === null ? undefined : await db.photos.get(id)
    return photo ? photoIn(photo) : null
  })
