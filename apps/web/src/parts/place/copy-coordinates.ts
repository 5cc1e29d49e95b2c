import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { toast } from '#ui/feedback/toasts.ts'

export async function copyCoordinates(lat: number, lng: number): Promise<void> {
  try {
    await navigator.clipboard.writeText(formatCoordinates(lat, lng))
    toast('success', MAP_MESSAGES.coordinatesCopied)
  } catch (error) {
    toast('error', MAP_MESSAGES.coordinatesNotCopied(error instanceof Error ? error.message : String(error)))
  }
}
