import { MESSAGES } from '#lib/messages/frame.ts'
import { toast } from '#ui/feedback/toasts.ts'

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
  // The browser must paint the text before the page reloads.
  requestAnimationFrame(() => setTimeout(() => location.reload(), 100))
}
