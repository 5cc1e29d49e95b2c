import { compareUpdates, publicWord, type TrailUpdateDocument } from '@trailwarden/domain'
import { useMemo } from 'react'
import type { Device } from '#data/device/device.ts'
import type { Seen, ViewIn } from '#data/device/kinds.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { STILL_OPENING } from '#parts/form/save-record.ts'
import { savedHere, thisDevice } from '#parts/sync/sync-state.tsx'
import { toast } from '#ui/feedback/toasts.ts'

/** `isPublic` means that the server has the update, so everyone can read it. Only the author sees unsent and rejected updates. */
export type SeenUpdate = Seen<TrailUpdateDocument> & { isPublic: boolean; n: number }

export type ListedUpdate = SeenUpdate & { place: number }

const seen = ({ data, state, attention, version, n }: ViewIn<'trail-update'>): SeenUpdate => ({
  ...data,
  state,
  attention,
  isPublic: version !== null,
  n,
})

export const NOT_PUBLIC = 'Not public yet. Riders will see the previous update until this one is sent.'

/** The newest update comes first. The result is undefined until the first read completes. */
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

/** A new update is based on the author's newest unsent update, or else on the latest public one. Rejected updates don't count. */
export const latestOf = (updates: readonly SeenUpdate[]): SeenUpdate | null => updates.find(({ state }) => state !== 'attention') ?? null

/** Only the server assigns order numbers, because an unsent update may still be merged with others (T27). */
export const basedOn = (latest: SeenUpdate | null): Pick<Post, 'basedOn' | 'basedOnNumber'> => ({
  basedOn: latest?.id ?? null,
  ...(latest?.isPublic && { basedOnNumber: latest.orderNumber }),
})

/** Returns when the current status began: the first update in the latest unbroken run with that status. */
export function statusSince(updates: readonly SeenUpdate[], network: string): string | null {
  const latest = latestOf(updates)
  const status = latest && publicWord(latest, network)
  let since: string | null = null
  for (const update of updates) {
    if (update.state === 'attention') continue
    if (!status || publicWord(update, network) !== status) break
    since = update.createdAt
  }
  return since
}

export type Post = Pick<TrailUpdateDocument, 'networks' | 'trails' | 'closures'> & {
  basedOn?: string | null
  basedOnNumber?: number
  sentAnyway?: true
}

export const updatePath = (id: string) => `/updates/view/${id}`

/**
 * Null means that nothing was stored and the form must keep its content. The app confirms the update when the server has received it
 * (`app/shell/bars/receipt.ts`).
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
    // A full device can still send the update directly to the server.
    const answer = saved.saved ? null : await saved.sendNow?.()
    if (!saved.saved && answer?.outcome !== 'applied') return fail(`this ${thisDevice()} is full.`)
    if (!navigator.onLine) toast('info', savedHere())
    else if (kind === 'status-proposal') toast('success', 'Proposed. Another manager must confirm it.')
    else if (answer) toast('success', 'Update posted')
    return id
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}
