import { SETTINGS_ID } from '@trailwarden/domain'
import type { Device } from '#data/device.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { toast } from '#ui/toasts.ts'

/** Chooses the default hazard reviewer. False: nothing was stored, and the form must keep its choice. */
export async function saveReviewer(device: Device | null, reviewerId: string): Promise<boolean> {
  toast('info', ITEM_MESSAGES.updating)
  try {
    const saved = await device?.record('settings', SETTINGS_ID, { reviewerId })
    if (!saved?.saved)
      throw new Error(device ? 'there is no room left on this device.' : 'this device is still opening what it keeps. Try again.')
    toast('success', ITEM_MESSAGES.updated)
    return true
  } catch (error) {
    toast('error', ITEM_MESSAGES.notUpdated(error instanceof Error ? error.message : String(error)))
    return false
  }
}
