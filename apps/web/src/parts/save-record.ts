import type { Answer } from '@trailwarden/api'
import type { Data, RecordKind } from '@trailwarden/domain'
import type { Device, Photos } from '#data/device.ts'
import { ITEM_MESSAGES as TEXT } from '#lib/messages/item.ts'
import { type ToastKind, toast } from '#ui/toasts.ts'
import { whyRefused } from './needs-attention.tsx'
import { savedHere, thisDevice } from './sync-state.tsx'

export const STILL_OPENING = 'the app is still starting. Try again.'

type Verb = 'add' | 'edit' | 'delete'

/** `name` is the kind's. */
const messagesOf = (verb: Verb, name: string): { success: [ToastKind, string]; failure: (reason: string) => string } => {
  const what = name.charAt(0).toUpperCase() + name.slice(1)
  if (verb === 'delete') return { success: ['warning', TEXT.deleted(what)], failure: TEXT.notDeleted(`the ${name}`) }
  if (verb === 'add') return { success: ['success', TEXT.saved(what)], failure: TEXT.notSaved(`the ${name}`) }
  return { success: ['success', TEXT.saved('Changes')], failure: TEXT.notSaved('your changes') }
}

/** `message`: what is said of it, where that is more than that it was saved. */
export type SavedWith = { photos?: Photos; draft?: string; message?: string }

type Kind<Patch extends Data> = Pick<RecordKind<Data, Patch>, 'name' | 'patch'>
type Stored = { ok: true; isHere: boolean } | { ok: false; why: string }

/** Stores one change of one record on this device, or with no room left here on the server, and is silent about it. */
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
    if (saved.saved) return { ok: true, isHere: true }
    const why = await sendPast(saved.sendNow)
    return why ? { ok: false, why } : { ok: true, isHere: false }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * One change of one record, stored on this device before it is called done. False: nothing was stored, and the form must keep its text.
 * It takes a moment, so it is not announced: one toast says how it went.
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
  else if (!stored.isHere) toast('warning', `There is no room left on this ${thisDevice()}: it went straight to the server.`)
  else if (!navigator.onLine && verb !== 'delete') toast('info', savedHere())
  else toast(success[0], more?.message ?? success[1])
  return stored.ok
}

/** With no room left here, the change may still go straight to the server. Null when it is there, else why the form must keep its text. */
async function sendPast(sendNow: (() => Promise<Answer>) | null): Promise<string | null> {
  const full = `there is no room left on this ${thisDevice()}. What you wrote stays in the form: free some space, or save again when there is signal.`
  const answer = await sendNow?.().catch(() => null)
  if (answer?.outcome === 'applied' || answer?.outcome === 'merged') return null
  return answer?.refusal ? whyRefused(answer.refusal) : full
}
