import { SETTINGS_ID } from '@trailwarden/domain'
import type { Device } from '#data/device/device.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { STILL_OPENING } from '#parts/form/save-record.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { toast } from '#ui/feedback/toasts.ts'

/** False means that nothing was stored and the form must keep the user's choice. */
export async function saveReviewer(device: Device | null, reviewerId: string): Promise<boolean> {
  try {
    const saved = await device?.record('settings', SETTINGS_ID, { reviewerId })
    if (!saved?.saved) throw new Error(device ? `this ${thisDevice()} is full.` : STILL_OPENING)
    toast('success', ITEM_MESSAGES.saved('Settings'))
    return true
  } catch (error) {
    toast('error', ITEM_MESSAGES.notSaved('the settings')(error instanceof Error ? error.message : String(error)))
    return false
  }
}
