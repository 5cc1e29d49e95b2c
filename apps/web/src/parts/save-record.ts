import type { Answer } from '@trailwarden/api'
import type { Data, RecordKind } from '@trailwarden/domain'
import type { Device } from '#data/device.ts'
import { ITEM_MESSAGES as TEXT } from '#lib/messages/item.ts'
import { type ToastKind, toast } from '#ui/toasts.ts'
import { whyRefused } from './needs-attention.tsx'
import { thisDevice } from './sync-state.tsx'

type Messages = { during: string; success: [ToastKind, string]; failure: (reason: string) => string }
const MESSAGES: Record<'add' | 'edit' | 'delete', Messages> = {
  add: { during: TEXT.saving, success: ['success', TEXT.saved], failure: TEXT.notSaved },
  edit: { during: TEXT.updating, success: ['success', TEXT.updated], failure: TEXT.notUpdated },
  delete: { during: TEXT.deleting, success: ['warning', TEXT.deleted], failure: TEXT.notDeleted },
}

export type SavedWith = { photo?: Blob; draft?: string }

/** One change of one record, stored on this device before it is called done. False: nothing was stored, and the form must keep its text. */
export async function saveRecord<Patch extends Data>(
  device: Device | null,
  { name, patch: schema }: Pick<RecordKind<Data, Patch>, 'name' | 'patch'>,
  verb: keyof typeof MESSAGES,
  recordId: string,
  patch: Patch,
  more?: SavedWith,
): Promise<boolean> {
  const { during, success, failure } = MESSAGES[verb]
  toast('info', during)
  const fail = (reason: string) => {
    toast('error', failure(reason))
    return false
  }
  if (!device) return fail('this device is still opening what it keeps. Try again.')
  try {
    const saved = await device.record(name, recordId, schema.parse(patch), more)
    if (!saved.saved) {
      const why = await sendPast(saved.sendNow)
      if (why) return fail(why)
      toast('warning', `There is no room left on this ${thisDevice()}: it went straight to the server.`)
    }
    toast(...success)
    return true
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** With no room left here, the change may still go straight to the server. Null when it is there, else why the form must keep its text. */
async function sendPast(sendNow: (() => Promise<Answer>) | null): Promise<string | null> {
  const full = `there is no room left on this ${thisDevice()}. What you wrote stays in the form: free some space, or save again when there is signal.`
  const answer = await sendNow?.().catch(() => null)
  if (answer?.outcome === 'applied' || answer?.outcome === 'merged') return null
  return answer?.refusal ? whyRefused(answer.refusal) : full
}
