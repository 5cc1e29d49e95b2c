import type { Answer } from '@trailwarden/api'
import type { Data, RecordKind } from '@trailwarden/domain'
import type { Device, SavedWith as SavedHere } from '#data/device/device.ts'
import { ITEM_MESSAGES as TEXT } from '#lib/messages/item.ts'
import { type ToastKind, toast } from '#ui/feedback/toasts.ts'
import { whyRefused } from '../sync/needs-attention.tsx'
import { savedHere, thisDevice } from '../sync/sync-state.tsx'

export const STILL_OPENING = 'the app is still starting. Try again.'

type Verb = 'add' | 'edit' | 'delete'

const messagesOf = (verb: Verb, kindName: string): { success: [ToastKind, string]; failure: (reason: string) => string } => {
  const name = kindName === 'action' ? 'Action' : kindName.replaceAll('-', ' ')
  const what = name.charAt(0).toUpperCase() + name.slice(1)
  if (verb === 'delete') return { success: ['warning', TEXT.deleted(what)], failure: TEXT.notDeleted(`the ${name}`) }
  if (verb === 'add') return { success: ['success', TEXT.saved(what)], failure: TEXT.notSaved(`the ${name}`) }
  return { success: ['success', TEXT.saved('Changes')], failure: TEXT.notSaved('your changes') }
}

export type SavedWith = SavedHere & { message?: string }

type Kind<Patch extends Data> = Pick<RecordKind<Data, Patch>, 'name' | 'patch'>
type Stored = { ok: true; isHere: true; commandId: string } | { ok: true; isHere: false } | { ok: false; why: string }

export async function storeRecord<Patch extends Data>(
  device: Device | null,
  { name, patch: schema }: Kind<Patch>,
  recordId: string,
  patch: Patch,
  more?: SavedWith,
): Promise<Stored> {
  if (!device) return { ok: false, why: STILL_OPENING }
  try {
    const saved = await device.record(name, recordId, schema.parse(patch), more)
    if (saved.saved) return { ok: true, isHere: true, commandId: saved.commandId }
    const why = await sendPast(saved.sendNow)
    return why ? { ok: false, why } : { ok: true, isHere: false }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The change is stored on this device before the function reports success. Storing takes only a moment, so the app shows a toast but no
 * progress.
 */
export async function saveRecord<Patch extends Data>(
  device: Device | null,
  kind: Kind<Patch>,
  verb: Verb,
  recordId: string,
  patch: Patch,
  more?: SavedWith,
): Promise<boolean> {
  const { success, failure } = messagesOf(verb, kind.name)
  const stored = await storeRecord(device, kind, recordId, patch, more)
  if (!stored.ok) toast('error', failure(stored.why))
  else if (!stored.isHere) toast('warning', `This ${thisDevice()} is full, so your changes were sent straight to the server.`)
  else if (!navigator.onLine && verb !== 'delete') toast('info', savedHere())
  else toast(success[0], more?.message ?? success[1])
  return stored.ok
}

/** A full device sends the change directly to the server. A text means failure, and the form must keep its content. */
async function sendPast(sendNow: (() => Promise<Answer>) | null): Promise<string | null> {
  const full = `this ${thisDevice()} is full. Your changes are still in the form. Free up some space, or save again when you have signal.`
  const answer = await sendNow?.().catch(() => null)
  if (answer?.contested)
    return 'someone else changed the same field. Their change is saved, and so are your other changes. Open the record again to choose which version to keep.'
  if (answer?.outcome === 'applied' || answer?.outcome === 'merged') return null
  return answer?.refusal ? whyRefused(answer.refusal) : full
}
