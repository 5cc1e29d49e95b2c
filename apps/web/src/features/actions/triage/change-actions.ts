import { type ActionPatch, actionKind } from '@trailwarden/domain'
import { UNDO_MS } from '@trailwarden/sync'
import type { Device, Photos } from '#data/device/device.ts'
import { storeRecord } from '#parts/form/save-record.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { toast, toastWithUndo } from '#ui/feedback/toasts.ts'
import type { SeenAction } from '../actions.ts'

type ActionChange = { action: SeenAction; patch: ActionPatch; photos?: Photos }

/** Added notes and photos can't be undone. */
function undone({ action, patch }: ActionChange): ActionPatch {
  const before = actionKind.editableFields.filter((name) => name in patch).map((name) => [name, action[name]])
  // A merge also resolves the Action, so undoing the merge must restore the status.
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

/** The undo is another change, because the first change may already have been sent. */
export async function changeActions(
  device: Device | null,
  changes: readonly ActionChange[],
  message = `${changes.length} changed.`,
): Promise<boolean> {
  if (changes.length === 0 || !(await store(device, changes))) return false
  const undo = async () => {
    const back = changes.map((change) => ({ action: change.action, patch: undone(change) }))
    if (await store(device, back)) toast('info', back.length === 1 ? 'Change undone.' : `${back.length} changes undone.`)
  }
  const where = navigator.onLine ? '' : ` Saved on this ${thisDevice()}.`
  toastWithUndo(`${message}${where}`, () => void undo(), UNDO_MS)
  return true
}
