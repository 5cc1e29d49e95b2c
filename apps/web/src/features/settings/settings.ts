import { SETTINGS_ID } from '@trailwarden/domain'
import type { Phone } from '#data/phone.ts'
import { ITEM_MESSAGES as SAYS } from '#lib/messages/item.ts'
import { toast } from '#ui/toasts.tsx'

/** Chooses the default hazard reviewer. False: nothing was kept, and the form must keep its choice. */
export async function saveReviewer(phone: Phone | null, reviewerId: string): Promise<boolean> {
  toast('info', SAYS.updating)
  try {
    const saved = await phone?.record('settings', SETTINGS_ID, { reviewerId })
    if (!saved?.saved)
      throw new Error(phone ? 'there is no room left on this device.' : 'this device is still opening what it keeps. Try again.')
    toast('success', SAYS.updated)
    return true
  } catch (error) {
    toast('error', SAYS.notUpdated(error instanceof Error ? error.message : String(error)))
    return false
  }
}
