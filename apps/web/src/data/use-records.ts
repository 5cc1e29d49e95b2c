/**
 * Live queries for screens. Undefined while the first reading is under way; never again after it. A first reading that fails is thrown, for
 * the boundary around the screen; after that the last answer stays, so that no form is lost to a reading beside it.
 */
import type { Kind } from '@trailwarden/api'
import { type Attention, advanceAge, type Data, type View, type Waiting } from '@trailwarden/sync'
import { liveQuery } from 'dexie'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Device } from './device.ts'
import { type NoticeRow, type PhotoRow, photoIn } from './device-database.ts'
import { useDevice, useDeviceFailure } from './device-session.ts'
import { createDraft, dropDraft, readDraft } from './draft.ts'
import { openDraft } from './open-drafts.ts'
import { type RecordQuery, readRecords } from './records.ts'

/** Dexie wraps what went wrong, sometimes several times. */
const causeOf = (error: unknown): unknown => {
  const { name, inner } = error as { name?: string; inner?: unknown }
  return inner ? causeOf(inner) : name
}

const DAY_MS = 24 * 60 * 60 * 1000

type Outcome<T> = { value: T } | { error: unknown }

/** Null while it is being opened; throws when it could not be. */
function useDeviceOrThrow(): Device | null {
  const failure = useDeviceFailure()
  const device = useDevice()
  if (failure) throw failure.error
  return device
}

/** Reads again whenever what was read is written, in this tab or another. `key` says when the question itself is another. */
function useLive<T>(key: string, read: (device: Device) => Promise<T>): T | undefined {
  const device = useDeviceOrThrow()
  const [answer, setAnswer] = useState<{ key: string; device: Device; outcome: Outcome<T> }>()
  const readLatest = useEffectEvent(read)
  useEffect(() => {
    if (!device) return
    // An error as a value: Dexie swallows some of them, a database that cannot be opened among them.
    const read = () =>
      readLatest(device).then(
        (value): Outcome<T> => ({ value }),
        (error: unknown): Outcome<T> => {
          // Closed with the page that is left: Dexie reads again by itself once it is open, unless the query seems to have ended well.
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
  // The answer to an earlier question, or another person's, is no answer to this one.
  if (answer?.key !== key || answer.device !== device) return undefined
  if ('error' in answer.outcome) throw answer.outcome.error
  return answer.outcome.value
}

/** `name` tells one question from another: two queries of the same kind and index need different names when `where` differs. */
export const useRecords = (name: string, query: RecordQuery): View[] | undefined =>
  useLive(`${name} ${query.kind} ${query.index?.name} ${query.index?.equals}`, (device) => readRecords(device, query))

export const useRecord = (kind: Kind, id: string): View | null | undefined =>
  useLive(`${kind} ${id}`, (device) => device.readView(kind, id))

export type AtHand = {
  waiting: Waiting[]
  attention: Attention[]
  notices: NoticeRow[]
  photos: Pick<PhotoRow, 'id' | 'state' | 'refusal'>[]
  /** What was being written when the app was last closed. */
  drafts: string[]
}

/** What waits, what was refused and which notices there are: for the bar, the list behind it, and Needs you. */
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
      db.drafts.toCollection().primaryKeys(),
    ])
    return { waiting, attention, notices, photos: photos.map(({ id, state, refusal }) => ({ id, state, refusal })), drafts }
  })

/** How much of this person's work is on this device alone, and how much of it needs them. */
export function countAtHand({ waiting, attention, photos }: AtHand) {
  const refused = attention.length + photos.filter(({ state }) => state === 'refused').length
  return { waiting: waiting.length + photos.filter(({ state }) => state === 'ready').length, refused }
}

/**
 * Of a kind, the records that were made on this device and sent within the last day of its lived time, which a clock that is set to
 * another day does not change. Until when each is to be shown, by this device's clock of now.
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

/** The records with these ids as the person sees them; those that are not here any more are left out. */
export const useViews = (kind: Kind, ids: readonly string[]): Map<string, View> | undefined =>
  useLive(`views ${kind} ${ids.join()}`, async (device) => {
    const views = await Promise.all([...new Set(ids)].map((id) => device.readView(kind, id)))
    return new Map(views.flatMap((view) => (view ? [[view.id, view]] : [])))
  })

/** Which changes replaced which on one record, with what this person had written. */
export const useNotices = (recordId: string): { notice: NoticeRow; mine: Data }[] | undefined =>
  useLive(`notices ${recordId}`, async ({ db }) => {
    const notices = await db.notices.where('recordId').equals(recordId).toArray()
    const sent = await db.sent.where('command.recordId').equals(recordId).toArray()
    return notices.map((notice) => ({ notice, mine: sent.find(({ command }) => command.id === notice.commandId)?.command.patch ?? {} }))
  })

/** How far a photo taken on this device has come; null when it was not taken here. */
export const useOwnPhotoState = (id: string | null): Pick<PhotoRow, 'state' | 'refusal'> | null | undefined =>
  useLive(`photo state ${id}`, async ({ db }) => {
    const photo = id === null ? undefined : await db.photos.get(id)
    return photo ? { state: photo.state, refusal: photo.refusal } : null
  })

/** A photo taken on this device; a photo of the server's is fetched by its address. */
export const useOwnPhoto = (id: string | null): Blob | null | undefined =>
  useLive(`photo ${id}`, async ({ db }) => {
    const photo = id === null ? undefined : await db.photos.get(id)
    return photo ? photoIn(photo) : null
  })

/** The draft stored under this key when the screen opened (undefined until known), and the way to save the next. */
export function useDraft(key: string) {
  const device = useDeviceOrThrow()
  const [saved, setSaved] = useState<Outcome<unknown>>()
  const draft = useMemo(() => (device ? createDraft(device.db, key) : null), [device, key])
  useEffect(() => {
    let isOpen = true
    const closeDraft = openDraft(key)
    if (device)
      readDraft(device.db, key).then(
        (value) => isOpen && setSaved({ value: value ?? null }),
        (error: unknown) => isOpen && setSaved({ error }),
      )
    return () => {
      isOpen = false
      closeDraft()
      void draft?.flush()
    }
  }, [device, key, draft])
  if (saved && 'error' in saved) throw saved.error
  return {
    saved: saved?.value,
    change: (value: unknown) => draft?.change(value),
    drop: async () => {
      if (device) await dropDraft(device.db, key)
    },
  }
}
