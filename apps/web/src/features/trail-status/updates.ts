/** Updates as managers see them: the log, what each says of the networks, and posting one. */
import { compareUpdates, type TrailUpdateDocument } from '@trailwarden/domain'
import type { Attention, SyncState, View } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { STILL_OPENING } from '#parts/save-record.ts'
import { savedHere, thisDevice } from '#parts/sync-state.tsx'
import { toast } from '#ui/toasts.ts'

/** `isPublic`: the server has it, and everyone reads it. One that waits, or was refused, is seen by its author alone. */
export type SeenUpdate = TrailUpdateDocument & { state: SyncState; attention: Attention[]; isPublic: boolean; n: number }

/** `place`: counted from the oldest. */
export type ListedUpdate = SeenUpdate & { place: number }

// Safe: documents come from our server, and what is laid over them has the same fields.
const seen = ({ data, state, attention, version, n }: View): SeenUpdate => ({
  ...(data as TrailUpdateDocument),
  state,
  attention,
  isPublic: version !== null,
  n,
})

export const NOT_PUBLIC = 'Not public yet. Everyone still reads the update before it until this one is sent.'

/** All of them, the newest first; undefined while the first reading is under way. */
export function useUpdates(): ListedUpdate[] | undefined {
  const views = useRecords('updates', { kind: 'trail-update' })
  return useMemo(
    () =>
      views
        ?.map(seen)
        .sort((a, b) => Number(a.isPublic) - Number(b.isPublic) || (a.isPublic ? compareUpdates(b, a) : b.n - a.n))
        .map((update, i, all) => ({ ...update, place: all.length - i })),
    [views],
  )
}

export function useUpdate(id: string): SeenUpdate | null | undefined {
  const view = useRecord('trail-update', id)
  return useMemo(() => view && seen(view), [view])
}

/**
 * The latest that a new one is written upon: of one's own that wait the newest, else the latest that is public. Refused ones do not
 * count.
 */
export const latestOf = (updates: readonly SeenUpdate[]): SeenUpdate | null => updates.find(({ state }) => state !== 'attention') ?? null

/** Since when a network has had the status it has, by the log: the oldest of the latest updates that all say so. */
export function statusSince(updates: readonly SeenUpdate[], network: string): string | null {
  const status = latestOf(updates)?.networks[network]?.status
  let since: string | null = null
  for (const update of updates) {
    if (update.state === 'attention') continue
    if (!status || update.networks[network]?.status !== status) break
    since = update.createdAt
  }
  return since
}

export type Post = Pick<TrailUpdateDocument, 'networks' | 'trails' | 'closures'> & { basedOn?: string | null }

export const updatePath = (id: string) => `/updates/view/${id}`

/**
 * Stores an update on this device and sends it; answers its id. Null: nothing was stored, and the form must keep its content. That it is
 * posted is said once the server has it (`app/shell/receipt.ts`).
 */
export async function postUpdate(
  device: Device | null,
  post: Post,
  draft: string,
  kind: 'trail-update' | 'status-proposal' = 'trail-update',
): Promise<string | null> {
  const fail = (reason: string) => {
    toast('error', ITEM_MESSAGES.notSaved('the update')(reason))
    return null
  }
  if (!device) return fail(STILL_OPENING)
  try {
    const id = crypto.randomUUID()
    const saved = await device.record(kind, id, post, { draft })
    // With no room left the update may still go straight to the server.
    const answer = saved.saved ? null : await saved.sendNow?.()
    if (!saved.saved && answer?.outcome !== 'applied') return fail(`there is no room left on this ${thisDevice()}.`)
    if (!navigator.onLine) toast('info', savedHere())
    else if (kind === 'status-proposal') toast('success', 'Proposed. Another manager has to confirm it.')
    else if (answer) toast('success', 'Update posted')
    return id
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}
