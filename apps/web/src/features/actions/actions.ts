/** What people do with actions, and the actions they see: every screen reads and writes them through here. */
import {
  type Action,
  type ActionPatch,
  actionKind,
  type BlurBox,
  canEditAction,
  isManager,
  isOwnAction,
  type Person,
  photosOf,
} from '@trailwarden/domain'
import type { Attention, SyncState, View } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device.ts'
import { useRecord, useRecords, useSentToday } from '#data/use-records.ts'
import { type SavedWith, saveRecord } from '#parts/save-record.ts'
import { useNow } from '#platform/clock.ts'

/** An action as the person sees it, with where its newest change is and what of it was refused. */
export type SeenAction = Action & { state: SyncState; attention: Attention[] }

/** The receipt of an action that this device has just sent; null when there is none. */
export type ReceiptOf = (action: SeenAction) => string | null
export type Which = 'outstanding' | 'all' | 'mine'

// Safe: documents come from our server, and what is laid over them has the same fields. A table of 10,000 is not checked one by one.
const seen = ({ data, state, attention }: View): SeenAction => ({ ...(data as Action), photos: photosOf(data as Action), state, attention })

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

/** For a day after it was sent: "Report 0042 sent". */
export function useReceipts(): ReceiptOf {
  const sentToday = useSentToday('action')
  const nowMs = useNow().getTime()
  const shown = [...(sentToday ?? [])].flatMap(([id, untilMs]) => (nowMs < untilMs ? [id] : [])).join()
  return useMemo(() => {
    const ids = new Set(shown.split(','))
    return ({ id, number, state }) => (state === 'sent' && ids.has(id) ? `Report ${number} sent`.replace('  ', ' ') : null)
  }, [shown])
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

/** `id` is the form's own: saved twice because an answer was lost, it is still one action. */
export const recordAction = (device: Device | null, id: string, patch: ActionPatch, more: SavedWith) =>
  saveRecord(device, actionKind, 'add', id, patch, more)
export const editAction = (device: Device | null, id: string, patch: ActionPatch, more?: SavedWith) =>
  saveRecord(device, actionKind, 'edit', id, patch, more)
export const deleteAction = (device: Device | null, id: string) => saveRecord(device, actionKind, 'delete', id, { deleted: true })
export const blurPhoto = (device: Device | null, id: string, photoId: string, boxes: BlurBox[]) =>
  editAction(device, id, { blurPhotos: [{ id: photoId, boxes }] }, { message: 'Photo saved' })
export const addNote = (device: Device | null, id: string, text: string) =>
  saveRecord(device, actionKind, 'edit', id, { addNote: { id: crypto.randomUUID(), text } }, { message: 'Note added' })
