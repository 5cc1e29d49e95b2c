import { MESSAGES } from '#lib/messages/frame.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { toast } from '#ui/feedback/toasts.ts'

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

export async function copyCoordinates(lat: number, lng: number): Promise<void> {
  try {
    await navigator.clipboard.writeText(formatCoordinates(lat, lng))
    toast('success', MAP_MESSAGES.coordinatesCopied)
  } catch (error) {
    toast('error', MAP_MESSAGES.coordinatesNotCopied(reason(error)))
  }
}

export async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    toast('success', MESSAGES.urlCopied)
  } catch (error) {
    toast('error', MESSAGES.urlNotCopied(reason(error)))
  }
}
