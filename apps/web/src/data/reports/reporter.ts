/**
 * A visitor without an account has a separate device, which identifies itself to the server by a generated secret. The device syncs only
 * while it has something to send.
 */
import { type Answer, FOLLOW_ALPHABET, FOLLOW_LENGTH, REPORTER_HEADER } from '@trailwarden/api'
import type { Report, ReportPatch } from '@trailwarden/domain/report/report-kind'
import { isWorkDone, workText } from '@trailwarden/domain/report/report-work'
import { Dexie, liveQuery } from 'dexie'
import { useEffect, useEffectEvent, useState } from 'react'
import { createDevice, type Device, type Photos } from '../device/device.ts'
import { mirrorOf } from '../device/device-database.ts'
import { browserFetch, createRemote, type Fetch } from '../device/device-remote.ts'
import type { ViewIn } from '../device/kinds.ts'
import { readRecords } from '../device/records.ts'
import { type Runner, runSync, withoutEvents } from '../device/sync-runner.ts'
import { dropExpiredDrafts } from '../drafts/draft.ts'
import { type OpenDraft, useDraftOf } from '../drafts/use-draft.ts'
import { hasOwnReports } from './has-own-reports.ts'
import { OWN_REPORTS, REPORTER_DATABASE, REPORTS_WAITING, sentReport, waitingReports } from './reports-waiting.ts'

const SECRET = 'reporter'
const LINK = 'report-link:'
const ADDED = 'report-added:'
/** The rest of a key is the code in the report's link. */
export const FOLLOWED = 'followed:'

/** Version 2.9 stored its draft under this key. */
const OLD_DRAFT = 'report:draft'

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (text: string) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

async function readSecret(): Promise<string> {
  const db = new Dexie(REPORTER_DATABASE, { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ secrets: 'key' })
  const secrets = db.table<{ key: string; secret: string }, string>('secrets')
  try {
    return await db.transaction('rw', secrets, async () => {
      const known = await secrets.get(SECRET)
      if (known) return known.secret
      const secret = ofOlderVersion() ?? hexOf(crypto.getRandomValues(new Uint8Array(32)))
      await secrets.add({ key: SECRET, secret })
      return secret
    })
  } finally {
    db.close()
  }
}

function ofOlderVersion(): string | null {
  try {
    return localStorage.getItem(SECRET)
  } catch {
    return null
  }
}

/** The code is derived from the secret, so the device doesn't need to store the code. */
async function codeFrom(secret: string, recordId: string): Promise<string> {
  const hash = await sha256(`link ${secret} ${recordId}`)
  // 32 characters divide 256 evenly, so all characters are equally likely.
  return [...hash.subarray(0, FOLLOW_LENGTH)].map((byte) => FOLLOW_ALPHABET[byte % FOLLOW_ALPHABET.length]).join('')
}

/** The server derives the id in the same way (`http/monitoring/reporter.ts`). */
async function idOf(secret: string): Promise<string> {
  const hash = await sha256(secret)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hexOf(hash.subarray(0, 16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

let device: Promise<Device> | null = null
let ownSecret = ''
let runner: Runner | null = null

function openReporter(): Promise<Device> {
  device ??= (async () => {
    const secret = await readSecret()
    ownSecret = secret
    const asReporter: Fetch = (path, init, alive) =>
      browserFetch(path.replace('/api/', '/api/reports/'), { ...init, headers: { ...init.headers, [REPORTER_HEADER]: secret } }, alive)
    const opened = createDevice({ id: await idOf(secret), displayName: '' }, { remote: (db) => createRemote(db, asReporter), onSaved: run })
    // A page in the bfcache must not block the database.
    addEventListener('pagehide', () => opened.close())
    addEventListener('pageshow', () => opened.reopen())
    // Expired drafts may contain an email address.
    void dropExpiredDrafts(opened.db).catch(() => {})
    inStorage((storage) => storage.removeItem(OLD_DRAFT))
    void resume(opened).catch((error: unknown) => console.warn('couldn’t resume reports', error))
    return opened
  })()
  return device
}

const inStorage = (act: (storage: Storage) => void) => {
  try {
    act(localStorage)
  } catch {}
}

/** The app needn't poll the server once all reports have been sent and have numbers. */
async function isDone({ db }: Device): Promise<boolean> {
  const open = [db.outbox.count(), db.photos.where('state').anyOf('waiting', 'ready').count(), db.sent.where('open').equals(1).count()]
  return (await Promise.all(open)).every((count) => count === 0)
}

const unsent = new Set<string>()

async function noteSent(opened: Device): Promise<void> {
  for (const { command, creates } of await opened.db.outbox.toArray()) if (creates) unsent.add(command.recordId)
  const additions = new Set(allAddedIds())
  for (const id of unsent) {
    const report = ownReportOf(await opened.readView('report', id))
    if (report && !report.isSent && !report.refusal) continue
    unsent.delete(id)
    if (report?.isSent && !additions.has(id)) sentReport.set(await withCode(report))
  }
  waitingReports.set(unsent.size)
}

async function run(): Promise<void> {
  const opened = await openReporter()
  inStorage((storage) => storage.setItem(REPORTS_WAITING, '1'))
  await noteSent(opened)
  if (runner) return runner.wake()
  const goOn = async () => {
    // `isDone` is read first because nothing would check for new numbers after the stop.
    const hasEnded = await isDone(opened)
    await noteSent(opened)
    if (!runner || !hasEnded) return
    watch.unsubscribe()
    runner?.stop()
    runner = null
    inStorage((storage) => storage.removeItem(REPORTS_WAITING))
  }
  runner = runSync(opened, () => void goOn(), withoutEvents)
  // A number arrives with the records, after the last change of the sync status.
  const watch = liveQuery(() => isDone(opened)).subscribe(() => void goOn())
}

async function resume(opened: Device): Promise<void> {
  if (!(await isDone(opened))) return run()
  inStorage((storage) => storage.removeItem(REPORTS_WAITING))
}

export const resumeReports = async (): Promise<void> => void (await openReporter())

export function useReporterDraft(key: string): OpenDraft {
  const [opened, setOpened] = useState<Device | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => void openReporter().then(setOpened, () => setHasFailed(true)), [])
  const [draft, error] = useDraftOf(opened, key, { savedOnLeave: true })
  return hasFailed || error ? { ...draft, saved: null } : draft
}

const BATCH = 64

/** The calculation starts when the form opens, so the proof of work is ready long before the report is written. */
export async function findWork(recordId: string): Promise<string> {
  for (let n = 0; ; n += BATCH) {
    const tries = Array.from({ length: BATCH }, (_, i) => String(n + i))
    const hashes = await Promise.all(tries.map((work) => sha256(workText(recordId, work))))
    const found = tries.find((_, i) => isWorkDone(hashes[i] ?? new Uint8Array(0)))
    if (found) return found
  }
}

/**
 * The device generates the code in the link, so that the link can be shared before the report is sent. The server receives only the code's
 * hash.
 */
export async function saveReport(recordId: string, patch: ReportPatch, more: { photos: Photos; draft?: string }): Promise<string> {
  const opened = await openReporter()
  const code = await codeFrom(ownSecret, recordId)
  const follow = hexOf(await sha256(code))
  const saved = await opened.record('report', recordId, { ...patch, follow }, more)
  if (!saved.saved) throw new Error('this device is full')
  if (!patch.ofLink) {
    inStorage((storage) => storage.setItem(OWN_REPORTS, '1'))
    hasOwnReports.set(true)
  }
  return code
}

function addedIds(code: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(ADDED + code) ?? '[]')
  } catch {
    return []
  }
}

function allAddedIds(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(ADDED))
    return keys.flatMap((key) => addedIds(key.slice(ADDED.length)))
  } catch {
    return []
  }
}

/** RP16: adding to a report needs no response from the server, so it works offline. */
export async function addToReport(code: string, recordId: string, patch: ReportPatch, photos: Photos): Promise<void> {
  await saveReport(recordId, { ...patch, ofLink: hexOf(await sha256(code)) }, { photos })
  inStorage((storage) => storage.setItem(ADDED + code, JSON.stringify([...addedIds(code), recordId])))
  dispatchEvent(new Event(ADDED))
}

/** Versions up to 2.9 stored the code in localStorage. */
function readOldCode(recordId: string): string | null {
  try {
    return localStorage.getItem(LINK + recordId)
  } catch {
    return null
  }
}

/** `refusal` tells developers why the server will never accept the report. `code` is the code in the report's link. */
export type OwnReport = Pick<Report, 'id' | 'number' | 'category' | 'area' | 'trail' | 'place' | 'createdAt'> & {
  code: string
  isSent: boolean
  refusal: Answer['refusal']
}

type Uncoded = Omit<OwnReport, 'code'>
const withCode = async (report: Uncoded): Promise<OwnReport> => ({
  ...report,
  code: readOldCode(report.id) ?? (await codeFrom(ownSecret, report.id)),
})

function ownReportOf(view: ViewIn<'report'> | null): Uncoded | null {
  if (!view) return null
  const { id, number, category, area, trail, place, createdAt } = view.data
  const refusal = view.attention[0]?.answer.refusal ?? null
  return { id, number, category, area, trail, place, createdAt, isSent: number !== '', refusal }
}

/** `complete` runs after the query, because awaiting anything other than the database ends the query's subscription. */
function useReporterQuery<R, T>(read: (opened: Device) => Promise<R>, complete: (found: R) => Promise<T>, key: string): T | undefined {
  const [answer, setAnswer] = useState<T>()
  const readLatest = useEffectEvent(read)
  const completeLatest = useEffectEvent(complete)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different key is a different query
  useEffect(() => {
    let stop = () => {}
    let isLeft = false
    void openReporter().then((opened) => {
      if (isLeft) return
      const subscription = liveQuery(() => readLatest(opened)).subscribe(async (found) => {
        const whole = await completeLatest(found)
        if (!isLeft) setAnswer(whole)
      })
      stop = () => subscription.unsubscribe()
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [key])
  return answer
}

export const useOwnReport = (recordId: string): OwnReport | null | undefined =>
  useReporterQuery(
    async (opened) => ownReportOf(await opened.readView('report', recordId)),
    async (report) => report && withCode(report),
    recordId,
  )

const LISTED_DAYS = 90
const LISTED_MOST = 20

async function readOwnReports(opened: Device): Promise<Uncoded[]> {
  const since = new Date(Date.now() - LISTED_DAYS * 24 * 3_600_000).toISOString()
  const additions = new Set(allAddedIds())
  return (await readRecords(opened, { kind: 'report' }))
    .flatMap((view) => ownReportOf(view) ?? [])
    .filter(({ id, createdAt }) => createdAt >= since && !additions.has(id))
    .toSorted((a, b) => Number(a.isSent) - Number(b.isSent) || b.createdAt.localeCompare(a.createdAt))
    .slice(0, LISTED_MOST)
}

export const useOwnReports = (): OwnReport[] | undefined =>
  useReporterQuery(readOwnReports, (reports) => Promise.all(reports.map(withCode)), '')

/** The trail team keeps its copy of the report. Queued reports aren't removed. */
export async function removeOwnReport({ id, code, isSent, refusal }: OwnReport): Promise<void> {
  if (!isSent && !refusal) return
  const { db } = await openReporter()
  await db.transaction('rw', db.tables, async () => {
    await mirrorOf(db, 'report').delete(id)
    await db.sent.where('command.recordId').equals(id).delete()
    await db.attention.where('waiting.command.recordId').equals(id).delete()
  })
  inStorage((storage) => {
    for (const key of [LINK + id, ADDED + code, FOLLOWED + code]) storage.removeItem(key)
  })
}

/** `isSent` means that the server has the addition. */
export type OwnAddition = Pick<Report, 'id' | 'words' | 'isNotFixed'> & {
  at: string
  photoCount: number
  isSent: boolean
  refusal: Answer['refusal']
}

async function readOwnAdditions(opened: Device, ids: readonly string[]): Promise<OwnAddition[]> {
  const views = await Promise.all(ids.map((id) => opened.readView('report', id)))
  return views.flatMap((view) => {
    if (!view) return []
    const { id, words, isNotFixed, createdAt, photos, number } = view.data
    const refusal = view.attention[0]?.answer.refusal ?? null
    return [{ id, words, isNotFixed, at: createdAt, photoCount: photos.length, isSent: number !== '', refusal }]
  })
}

/** The list includes queued and sent additions from this device only. */
export function useOwnAdditions(code: string): OwnAddition[] {
  const [additions, setAdditions] = useState<OwnAddition[]>([])
  useEffect(() => {
    let stop = () => {}
    let isLeft = false
    const start = async () => {
      const ids = addedIds(code)
      // If nothing was added on this device, there is no need to open the database.
      if (ids.length === 0) return
      // The database is opened before the query, because awaiting anything other than the database ends the query's subscription.
      const opened = await openReporter()
      stop()
      if (isLeft) return
      const subscription = liveQuery(() => readOwnAdditions(opened, ids)).subscribe(setAdditions)
      stop = () => subscription.unsubscribe()
    }
    const again = () => void start()
    again()
    addEventListener(ADDED, again)
    return () => {
      isLeft = true
      stop()
      removeEventListener(ADDED, again)
    }
  }, [code])
  return additions
}
