import { type ActionPatch, actionKind } from '@trailwarden/domain'
import type { Device, Photos } from '#data/device.ts'
import { storeRecord } from '#parts/save-record.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { toast } from '#ui/toasts.ts'
import type { SeenAction } from '../actions.ts'

const UNDO_MS = 10_000

type ActionChange = { action: SeenAction; patch: ActionPatch; photos?: Photos }

/** The fields of the patch as they were. What is only ever added, such as notes and photos, stays. */
function undone({ action, patch }: ActionChange): ActionPatch {
  const before = actionKind.written.filter((name) => name in patch).map((name) => [name, action[name]])
  // A merge resolves what it merges.
  return { ...Object.fromEntries(before), ...(patch.mergedInto && { status: action.status }) }
}

async function store(device: Device | null, changes: readonly ActionChange[]): Promise<boolean> {
  for (const { action, patch, photos } of changes) {
    const stored = await storeRecord(device, actionKind, action.id, patch, photos && { photos })
    if (stored.ok) continue
    toast('error', `Couldn’t change ${action.number || action.description}: ${stored.why}`)
    return false
  }
  return true
}

/**
 * Changes actions one after the other, each stored on this device before the next, and offers for a while to take it all back: by
 * another change over the first, which may have been sent.
 */
export async function changeActions(
  device: Device | null,
  changes: readonly ActionChange[],
  message = `${changes.length} changed.`,
): Promise<boolean> {
  if (changes.length === 0 || !(await store(device, changes))) return false
  const undo = async () => {
    const back = changes.map((change) => ({ action: change.action, patch: undone(change) }))
    if (await store(device, back)) toast('info', `${back.length} changed back.`)
  }
  const where = navigator.onLine ? '' : ` Saved on this ${thisDevice()}.`
  toast('success', `${message}${where}`, { title: 'Undo', act: () => void undo(), forMs: UNDO_MS })
  return true
}
