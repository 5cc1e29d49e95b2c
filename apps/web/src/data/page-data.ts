/**
 * What the app knows of its network before anything else: the site and the last trail status.
 *
 * It comes written into the page, so that the first paint waits for no request; a page opened by the service worker may be
 * weeks old, so whatever was heard later is kept on the device and the newer of the two is shown. Nothing here forgets:
 * a failed request leaves the last known status, whose `asOf` tells its age.
 */
import { PublicStatus } from '@trailwarden/domain'
import { PageData } from '@trailwarden/site'
import { useSyncExternalStore } from 'react'

const KEPT = 'page-data'

let current: PageData | null = null
const listeners = new Set<() => void>()

const asOf = (data: PageData | null) => (data?.status ? Date.parse(data.status.asOf) : 0)

function parse(text: string | null | undefined): PageData | null {
  if (!text) return null
  const data = PageData.safeParse(JSON.parse(text))
  // Kept by an older version of the app: of no use to this one, and the server has it anew.
  return data.success ? data.data : null
}

function readKept(): PageData | null {
  try {
    return parse(localStorage.getItem(KEPT))
  } catch {
    // Storage may be forbidden (private mode) or the text cut off: the page's own data then stands alone.
    return null
  }
}

function hear(data: PageData): void {
  current = data
  try {
    localStorage.setItem(KEPT, JSON.stringify(data))
  } catch {
    // A full or forbidden storage costs the status at the next start without signal, nothing on this screen.
  }
  for (const listener of listeners) listener()
}

/** Called once, before the first render. */
export function startPageData(): void {
  const embedded = parse(document.getElementById('page-data')?.textContent)
  const kept = readKept()
  const newest = asOf(kept) > asOf(embedded) ? kept : (embedded ?? kept)
  if (!newest) throw new Error('The page carries no data.')
  hear(newest)
}

/** For rendering outside a browser. */
export function setPageData(data: PageData): void {
  current = data
}

async function read(path: string): Promise<unknown> {
  const reply = await fetch(path, { headers: { accept: 'application/json' } })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return reply.json()
}

/** Asks the server for the status; resolves to false when it could not be had, which is a state and not an error. */
export async function refreshStatus(): Promise<boolean> {
  if (!current) return false
  try {
    const status = PublicStatus.parse(await read('/api/public/status'))
    // An answer from a cache on the way may be older than what we have.
    if (Date.parse(status.asOf) >= asOf(current)) hear({ ...current, status })
    return true
  } catch {
    return false
  }
}

/** The site itself changes rarely: asked for once at a start. */
export async function refreshSite(): Promise<void> {
  try {
    const data = PageData.parse(await read('/api/public/page-data'))
    hear(asOf(data) >= asOf(current) ? data : { ...data, status: current?.status ?? null })
  } catch {
    // No signal: the site as last known.
  }
}

export function usePageData(): PageData {
  const data = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => current,
  )
  if (!data) throw new Error('startPageData() must be called first')
  return data
}
