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
import { useMemo } from 'react'
import type { Device } from '#data/device/device.ts'
import type { Seen, ViewIn } from '#data/device/kinds.ts'
import { useRecord, useRecords, useSentToday } from '#data/use-records.ts'
import { type SavedWith, saveRecord } from '#parts/form/save-record.ts'
import { useNow } from '#platform/clock.ts'

export type SeenAction = Seen<Action>

export type ReceiptOf = (action: SeenAction) => string | null
export type Which = 'outstanding' | 'all' | 'mine'

const seen = ({ data, state, attention }: ViewIn<'action'>): SeenAction => ({ ...data, photos: photosOf(data), state, attention })

export function useActions(which: Which, person: Pick<Person, 'id'>): SeenAction[] | undefined {
  const views = useRecords(`actions ${which} ${person.id}`, {
    kind: 'action',
    ...(which === 'outstanding' && { index: { name: 'status', equals: 'Unresolved' } }),
    where(action) {
      if (which === 'outstanding') return action.status === 'Unresolved'
      return which === 'all' || isOwnAction(person, action)
    },
  })
  return useMemo(() => views?.map(seen), [views])
}

/** The confirmations last for a day after sending. */
export function useReceipts(): ReceiptOf {
  const sentToday = useSentToday('action')
  const nowMs = useNow().getTime()
  const shown = [...(sentToday ?? [])].flatMap(([id, untilMs]) => (nowMs < untilMs ? [id] : [])).join()
  return useMemo(() => {
    const ids = new Set(shown.split(','))
    return ({ id, number, state }) => (state === 'sent' && ids.has(id) ? `Action ${number} sent`.replace('  ', ' ') : null)
  }, [shown])
}

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

/** `id` comes from the form, so saving again after a lost response still creates only one Action. */
export const recordAction = (device: Device | null, id: string, patch: ActionPatch, more: SavedWith) =>
  saveRecord(device, actionKind, 'add', id, patch, more)
export const editAction = (device: Device | null, id: string, patch: ActionPatch, more?: SavedWith) =>
  saveRecord(device, actionKind, 'edit', id, patch, more)
export const deleteAction = (device: Device | null, id: string) => saveRecord(device, actionKind, 'delete', id, { deleted: true })
export const blurPhoto = (device: Device | null, id: string, photoId: string, boxes: BlurBox[]) =>
  editAction(device, id, { blurPhotos: [{ id: photoId, boxes }] }, { message: 'Photo saved' })
export const addNote = (device: Device | null, id: string, text: string) =>
  saveRecord(device, actionKind, 'edit', id, { addNote: { id: crypto.randomUUID(), text } }, { message: 'Note added' })
