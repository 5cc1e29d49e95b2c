/** What people do with actions, and the actions they see: every screen reads and writes them through here. */
import type { Answer as SyncAnswer } from '@trailwarden/api'
import { type Action, type ActionPatch, actionKind, canEditAction, isManager, isOwnAction, type Person } from '@trailwarden/domain'
import type { Attention, SyncState, View } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { whyRefused } from '#parts/needs-attention.tsx'
import { thisDevice } from '#parts/sync-state.tsx'
import { type ToastKind, toast } from '#ui/toasts.ts'

/** An action as the person sees it, with where its newest words are and what of them was refused. */
export type SeenAction = Action & { state: SyncState; attention: Attention[] }
export type Which = 'outstanding' | 'all' | 'mine'

// Safe: documents come from our server, and what is laid over them has the same fields. A table of 10,000 is not checked one by one.
const seen = ({ data, state, attention }: View): SeenAction => ({ ...(data as Action), state, attention })

/** Undefined while the first reading is under way. */
export function useActions(which: Which, person: Pick<Person, 'id'>): SeenAction[] | undefined {
  const views = useRecords(`actions ${which} ${person.id}`, {
    kind: 'action',
    ...(which === 'outstanding' && { index: { name: 'status', equals: 'Unresolved' } }),
    where(data) {
      const action = data as Action
      if (which === 'outstanding') return action.status === 'Unresolved'
      return which === 'all' || isOwnAction(person, action)
    },
  })
  return useMemo(() => views?.map(seen), [views])
}

/** Null when there is no such action, or the person may not see it. */
export function useAction(id: string): SeenAction | null | undefined {
  const view = useRecord('action', id)
  return useMemo(() => view && seen(view), [view])
}

export function mayDo(person: Pick<Person, 'id' | 'role'>, action: Action, memberEdits: 'any' | 'own') {
  return {
    edit: canEditAction(person, action, memberEdits),
    resolve: isManager(person),
    delete: isManager(person),
    restore: isManager(person),
  }
}

type ToastTexts = { during: string; success: [ToastKind, string]; failure: (reason: string) => string }
const SAVE: ToastTexts = { during: ITEM_MESSAGES.saving, success: ['success', ITEM_MESSAGES.saved], failure: ITEM_MESSAGES.notSaved }
const UPDATE: ToastTexts = {
  during: ITEM_MESSAGES.updating,
  success: ['success', ITEM_MESSAGES.updated],
  failure: ITEM_MESSAGES.notUpdated,
}
const DELETE: ToastTexts = {
  during: ITEM_MESSAGES.deleting,
  success: ['warning', ITEM_MESSAGES.deleted],
  failure: ITEM_MESSAGES.notDeleted,
}

type More = { photo?: Blob; draft?: string }

/** One thing done to one action, kept on this phone before it is called done. False: nothing was kept, and the form must keep its words. */
async function change(device: Device | null, texts: ToastTexts, recordId: string, patch: ActionPatch, more?: More): Promise<boolean> {
  toast('info', texts.during)
  const fail = (reason: string) => {
    toast('error', texts.failure(reason))
    return false
  }
  if (!device) return fail('this device is still opening what it keeps. Try again.')
  try {
    const saved = await device.record('action', recordId, actionKind.patch.parse(patch), more)
    if (!saved.saved) {
      const why = await sendPast(saved.sendNow)
      if (why) return fail(why)
      toast('warning', `There is no room left on this ${thisDevice()}: it went straight to the server.`)
    }
    toast(...texts.success)
    return true
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** With no room left here, words may still go straight to the server. Null when they are there, else why the form must keep them. */
async function sendPast(sendNow: (() => Promise<SyncAnswer>) | null): Promise<string | null> {
  const full = `there is no room left on this ${thisDevice()}. What you wrote stays in the form: free some space, or save again when there is signal.`
  const answer = await sendNow?.().catch(() => null)
  if (answer?.outcome === 'applied' || answer?.outcome === 'merged') return null
  return answer?.refusal ? whyRefused(answer.refusal) : full
}

/** `id` is the form's own: saved twice because an answer was lost, it is still one action. */
export const recordAction = (device: Device | null, id: string, patch: ActionPatch, more: More) => change(device, SAVE, id, patch, more)
export const editAction = (device: Device | null, id: string, patch: ActionPatch, more?: More) => change(device, UPDATE, id, patch, more)
export const resolveAction = (device: Device | null, id: string) => change(device, UPDATE, id, { status: 'Resolved' })
export const deleteAction = (device: Device | null, id: string) => change(device, DELETE, id, { deleted: true })
export const addNote = (device: Device | null, id: string, text: string) =>
  change(device, UPDATE, id, { addNote: { id: crypto.randomUUID(), text } })
