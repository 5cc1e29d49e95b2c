import { SETTINGS_ID } from '@trailwarden/domain'
import type { Device } from '#data/device.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { STILL_OPENING } from '#parts/save-record.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { toast } from '#ui/toasts.ts'

/** Chooses the default hazard reviewer. False: nothing was stored, and the form must keep its choice. */
export async function saveReviewer(device: Device | null, reviewerId: string): Promise<boolean> {
  try {
    const saved = await device?.record('settings', SETTINGS_ID, { reviewerId })
    if (!saved?.saved) throw new Error(device ? `there is no room left on this ${thisDevice()}.` : STILL_OPENING)
    toast('success', ITEM_MESSAGES.saved('Settings'))
    return true
  } catch (error) {
    toast('error', ITEM_MESSAGES.notSaved('the settings')(error instanceof Error ? error.message : String(error)))
    return false
  }
}
