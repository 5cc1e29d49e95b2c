/**
 * Live queries for screens. They return undefined only during the first read. If the first read fails, they throw its error for the error
 * boundary around the screen. If a later read fails, the last result remains, so that the failure of one query never makes a form on the
 * screen disappear.
 */
import type { Kind } from '@trailwarden/api'
import { type Attention, advanceAge, type Data, type Mirrored, type View, type Waiting } from '@trailwarden/sync'
import { liveQuery } from 'dexie'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Device } from './device/device.ts'
import { isReadable, mirrorOf, type NoticeRow, type PhotoRow, photoIn } from './device/device-database.ts'
import { useDevice, useDeviceFailure } from './device/device-session.ts'
import { type RecordQuery, readRecords } from './device/records.ts'
import { readDraftKeys } from './drafts/draft.ts'

/** Returns the name of the original error, because Dexie may wrap an error several times. */
const causeOf = (error: unknown): unknown => {
  const { name, inner } = error as { name?: string; inner?: unknown }
  return inner ? causeOf(inner) : name
}

const DAY_MS = 24 * 60 * 60 * 1000

type Outcome<T> = { value: T } | { error: unknown }

/** Returns null while the database is opening. Throws if it couldn't be opened. */
export function useDeviceOrThrow(): Device | null {
  const failure = useDeviceFailure()
  const device = useDevice()
  if (failure) throw failure.error
  return device
}

/** Runs the query again after every write, in any tab, to data that it has read. A different `key` means a different query. */
function useLive<T>(key: string, read: (device: Device) => Promise<T>): T | undefined {
  const device = useDeviceOrThrow()
  const [answer, setAnswer] = useState<{ key: string; device: Device; outcome: Outcome<T> }>()
  const readLatest = useEffectEvent(read)
  useEffect(() => {
    if (!device) return
    // Returns errors as values, because Dexie swallows some of them, for example when a database can't be opened.
    const read = () =>
      readLatest(device).then(
        (value): Outcome<T> => ({ value }),
        (error: unknown): Outcome<T> => {
          // The database closed because the person left the page. Once it is open again, Dexie repeats the query automatically, but only if
          // the query threw an error.
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
  // The result of a different query, or for a different person, doesn't apply to this query.
  if (answer?.key !== key || answer.device !== device) return undefined
  if ('error' in answer.outcome) throw answer.outcome.error
  return answer.outcome.value
}

/** `name` identifies the query. Queries of the same kind and index need different names if `where` differs. */
export const useRecords = (name: string, query: RecordQuery): View[] | undefined =>
  useLive(`${name} ${query.kind} ${query.index?.name} ${query.index?.equals}`, (device) => readRecords(device, query))

/**
 * Returns the records of a kind that the server has sent in its current epoch. After a restore, records that the server has lost stay on
 * the device until all others have arrived. This function excludes them.
 */
export const useMirrored = (kind: Kind): { epoch: string; documents: Mirrored[] } | undefined =>
  useLive(`mirrored ${kind}`, ({ db }) =>
    db.transaction('r', [mirrorOf(db, kind), db.meta], async () => {
      const position = (await db.meta.get('position'))?.position
      if (!position?.epoch) return undefined
      const documents = await mirrorOf(db, kind).where('generation').equals(position.generation).toArray()
      return { epoch: position.epoch, documents: documents.filter(isReadable) }
    }),
  )

/** Returns whether the server has sent this device a complete copy at least once, or undefined until the database has been read. */
export const useIsFetched = (): boolean | undefined =>
  useLive('is fetched', async ({ db }) => typeof (await db.meta.get('position'))?.position?.completeAtMs === 'number')

export const useRecord = (kind: Kind, id: string): View | null | undefined =>
  useLive(`${kind} ${id}`, (device) => device.readView(kind, id))

export type AtHand = {
  waiting: Waiting[]
  attention: Attention[]
  notices: NoticeRow[]
  photos: Pick<PhotoRow, 'id' | 'state' | 'refusal'>[]
  /** The keys of drafts that were open when the app was last closed. */
  drafts: string[]
}

/** Returns queued changes, refused changes and notices, for the status bar, the page that it links to, and Needs you. */
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

/** Counts changes that are only on this device, and changes that need the person's attention. */
export function countAtHand({ waiting, attention, photos }: AtHand) {
  const refused = attention.length + photos.filter(({ state }) => state === 'refused').length
  return { waiting: waiting.length + photos.filter(({ state }) => state === 'ready').length, refused }
}

/**
 * Returns records of a kind that were created on this device and sent within the last day, with the times until which each is shown, by the
 * device's current clock. The day is measured by the device's own running time, so changing the clock has no effect.
 */
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

/** Returns the records with these ids, with the person's own changes applied. Omits records that no longer exist on this device. */
export const useViews = (kind: Kind, ids: readonly string[]): Map<string, View> | undefined =>
  useLive(`views ${kind} ${ids.join()}`, async (device) => {
    const views = await Promise.all([...new Set(ids)].map((id) => device.readView(kind, id)))
    return new Map(views.flatMap((view) => (view ? [[view.id, view]] : [])))
  })

/** Returns notices about changes to one record that replaced others, with the values that this person had entered. */
export const useNotices = (recordId: string): { notice: NoticeRow; mine: Data }[] | undefined =>
  useLive(`notices ${recordId}`, async ({ db }) => {
    const notices = await db.notices.where('recordId').equals(recordId).toArray()
    const sent = await db.sent.where('command.recordId').equals(recordId).toArray()
    return notices.map((notice) => ({ notice, mine: sent.find(({ command }) => command.id === notice.commandId)?.command.patch ?? {} }))
  })

/** Returns the upload state of a photo taken on this device, or null for other photos. */
export const useOwnPhotoState = (id: string | null): Pick<PhotoRow, 'state' | 'refusal'> | null | undefined =>
  useLive(`photo state ${id}`, async ({ db }) => {
    const photo = id === null ? undefined : await db.photos.get(id)
    return photo ? { state: photo.state, refusal: photo.refusal } : null
  })

/** Returns a photo taken on this device. Photos from the server are loaded by their URL instead. */
export const useOwnPhoto = (id: string | null): Blob | null | undefined =>
  useLive(`photo ${id}`, async ({ db }) => {
    const photo = id === null ? undefined : await db.photos.get(id)
    return photo ? photoIn(photo) : null
  })
