import { MESSAGES } from '#lib/messages/frame.ts'
import { toast } from '#ui/feedback/toasts.ts'

/** Browsers without a share sheet copy the link. */
export async function share(title: string, text: string, url: string): Promise<void> {
  try {
    if (navigator.share) return await navigator.share({ title, text, url })
    await navigator.clipboard.writeText(url)
    toast('success', MESSAGES.urlCopied)
  } catch (error) {
    // The user may close the share sheet without sharing.
    if (error instanceof Error && error.name === 'AbortError') return
    toast('error', MESSAGES.urlNotCopied(error instanceof Error ? error.message : String(error)))
  }
}
