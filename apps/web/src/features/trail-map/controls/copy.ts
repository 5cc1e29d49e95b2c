import { MESSAGES } from '#lib/messages/frame.ts'
import { toast } from '#ui/feedback/toasts.ts'

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

export async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    toast('success', MESSAGES.urlCopied)
  } catch (error) {
    toast('error', MESSAGES.urlNotCopied(reason(error)))
  }
}
