/**
 * The outbox of whoever reports without an account: a device of its own, known to the server by a secret that it has made. It is there
 * beside that of a signed-in person, and sends only while something of it waits.
 */
import { FOLLOW_ALPHABET, FOLLOW_LENGTH, REPORTER_HEADER } from '@trailwarden/api'
import type { Report, ReportPatch } from '@trailwarden/domain/report/report-kind'
import { isWorkDone, workText } from '@trailwarden/domain/report/report-work'
import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { createDevice, type Device, type Photos } from './device.ts'
import { browserFetch, createRemote, type Fetch } from './device-remote.ts'
import { REPORTS_WAITING } from './reports-waiting.ts'
import { type Runner, runSync, withoutEvents } from './sync-runner.ts'

const SECRET = 'reporter'
const LINK = 'report-link:'
const ADDED = 'report-added:'

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (text: string) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

// Storage may be forbidden: the device then lasts as long as the page.
let unstored: string | null = null
function secretOf(): string {
  try {
    const known = localStorage.getItem(SECRET)
    if (known) return known
    const made = hexOf(crypto.getRandomValues(new Uint8Array(32)))
    localStorage.setItem(SECRET, made)
    return made
  } catch {
    unstored ??= hexOf(crypto.getRandomValues(new Uint8Array(32)))
    return unstored
  }
}

/** As the server works it out of the same secret (`http/reporter.ts`). */
async function idOf(secret: string): Promise<string> {
  const hash = await sha256(secret)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hexOf(hash.subarray(0, 16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

let device: Promise<Device> | null = null
let runner: Runner | null = null

function openReporter(): Promise<Device> {
  device ??= (async () => {
    const secret = secretOf()
    const asReporter: Fetch = (path, init, alive) =>
      browserFetch(path.replace('/api/', '/api/reports/'), { ...init, headers: { ...init.headers, [REPORTER_HEADER]: secret } }, alive)
    const opened = createDevice({ id: await idOf(secret), displayName: '' }, { remote: (db) => createRemote(db, asReporter), onSaved: run })
    // As that of a person does: a page in the bfcache must not hold the database up.
    addEventListener('pagehide', () => opened.close())
    addEventListener('pageshow', () => opened.reopen())
    return opened
  })()
  return device
}

const inStorage = (act: (storage: Storage) => void) => {
  try {
    act(localStorage)
  } catch {
    // As above: what waits is sent while the page is open.
  }
}

/** Everything is sent, and its number has come: nothing is asked of the server any more. */
async function isDone({ db }: Device): Promise<boolean> {
  const open = [db.outbox.count(), db.photos.where('state').anyOf('waiting', 'ready').count(), db.sent.where('open').equals(1).count()]
  return (await Promise.all(open)).every((count) => count === 0)
}

async function run(): Promise<void> {
  const opened = await openReporter()
  inStorage((storage) => storage.setItem(REPORTS_WAITING, '1'))
  if (runner) return runner.wake()
  const stopIfDone = async () => {
    if (!runner || !(await isDone(opened))) return
    runner?.stop()
    runner = null
    inStorage((storage) => storage.removeItem(REPORTS_WAITING))
  }
  runner = runSync(opened, () => void stopIfDone(), withoutEvents)
}

/** Of an earlier visit. */
export const resumeReports = run

const BATCH = 64

/** Begun when the form is opened: it is found long before anybody has written anything. */
export async function findWork(recordId: string): Promise<string> {
  for (let n = 0; ; n += BATCH) {
    const tries = Array.from({ length: BATCH }, (_, i) => String(n + i))
    const hashes = await Promise.all(tries.map((work) => sha256(workText(recordId, work))))
    const found = tries.find((_, i) => isWorkDone(hashes[i] ?? new Uint8Array(0)))
    if (found) return found
  }
}

/** The link is made here: it can be shown, and given away, before the report is sent. The server receives its hash alone. */
export async function saveReport(recordId: string, patch: ReportPatch, photos: Photos): Promise<string> {
  // 32 characters: each byte gives one, and all are equally likely.
  const code = [...crypto.getRandomValues(new Uint8Array(FOLLOW_LENGTH))]
    .map((byte) => FOLLOW_ALPHABET[byte % FOLLOW_ALPHABET.length])
    .join('')
  const opened = await openReporter()
  const follow = hexOf(await sha256(code))
  const saved = await opened.record('report', recordId, { ...patch, follow }, { photos })
  if (!saved.saved) throw new Error('there is no room left on this device')
  inStorage((storage) => storage.setItem(LINK + recordId, code))
  return code
}

function addedIds(code: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(ADDED + code) ?? '[]')
  } catch {
    return []
  }
}

/** RP16: something more about the report with this link. It needs no answer of the server, so it can be written without signal. */
export async function addToReport(code: string, recordId: string, patch: ReportPatch, photos: Photos): Promise<void> {
  await saveReport(recordId, { ...patch, ofLink: hexOf(await sha256(code)) }, photos)
  inStorage((storage) => storage.setItem(ADDED + code, JSON.stringify([...addedIds(code), recordId])))
  dispatchEvent(new Event(ADDED))
}

export function linkOf(recordId: string): string | null {
  try {
    return localStorage.getItem(LINK + recordId)
  } catch {
    return null
  }
}

/** `refusal`: why the server will never take it. */
export type OwnReport = Pick<Report, 'number' | 'category' | 'area' | 'place'> & { isSent: boolean; refusal: string | null }

/** A report of this device; null when there is none. */
export function useOwnReport(recordId: string): OwnReport | null | undefined {
  const [report, setReport] = useState<OwnReport | null>()
  useEffect(() => {
    let stop = () => {}
    let isLeft = false
    void openReporter().then((opened) => {
      if (isLeft) return
      const subscription = liveQuery(async () => opened.readView('report', recordId)).subscribe((view) => {
        if (!view) return setReport(null)
        // Safe: documents of this kind are reports, and what is laid over them has the same fields.
        const { number, category, area, place } = view.data as Report
        const refusal = view.attention[0]?.answer.refusal?.detail ?? null
        setReport({ number, category, area, place, isSent: number !== '', refusal })
      })
      stop = () => subscription.unsubscribe()
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [recordId])
  return report
}

/** What was added on this device. `isSent`: the server has it. */
export type OwnAddition = Pick<Report, 'id' | 'words' | 'isNotFixed'> & {
  at: string
  photoCount: number
  isSent: boolean
  refusal: string | null
}

async function readOwnAdditions(opened: Device, ids: readonly string[]): Promise<OwnAddition[]> {
  const views = await Promise.all(ids.map((id) => opened.readView('report', id)))
  return views.flatMap((view) => {
    if (!view) return []
    // Safe: documents of this kind are reports.
    const { id, words, isNotFixed, createdAt, photos, number } = view.data as Report
    const refusal = view.attention[0]?.answer.refusal?.detail ?? null
    return [{ id, words, isNotFixed, at: createdAt, photoCount: photos.length, isSent: number !== '', refusal }]
  })
}

/** What was added to the report with this link on this device, whether it is sent or waits. */
export function useOwnAdditions(code: string): OwnAddition[] {
  const [additions, setAdditions] = useState<OwnAddition[]>([])
  useEffect(() => {
    let stop = () => {}
    let isLeft = false
    const start = async () => {
      const ids = addedIds(code)
      // Nothing was added here: the database is not even opened.
      if (ids.length === 0) return
      // Before the query: what it waits for beside the database would end its watch.
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
