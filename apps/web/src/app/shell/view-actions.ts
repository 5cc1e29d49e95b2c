import { MESSAGES } from '#lib/messages/frame.ts'
import { toast } from '#ui/toasts.ts'

/** Share view: the address of what is on the screen, to paste anywhere. */
export async function shareView(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    toast('success', MESSAGES.urlCopied)
  } catch (error) {
    toast('error', MESSAGES.urlNotCopied(error instanceof Error ? error.message : String(error)))
  }
}

export function reloadApp(): void {
  toast('info', MESSAGES.reloading)
  // One frame, so that the text is painted before the page goes.
  requestAnimationFrame(() => setTimeout(() => location.reload(), 100))
}
