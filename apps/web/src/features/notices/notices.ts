/** What managers do with notices, and the notices they see: every screen reads and writes them through here. */
import { type Notice, type NoticePatch, noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { isInForce } from '@trailwarden/domain/notice/notice-rules'
import type { Attention, SyncState, View } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { type SavedWith, saveRecord } from '#parts/save-record.ts'

/** A notice as its managers see it, with where its newest change is and what of it was refused. */
export type SeenNotice = Notice & { state: SyncState; attention: Attention[] }

// Safe: documents come from our server, and what is laid over them has the same fields.
const seen = ({ data, state, attention }: View): SeenNotice => ({ ...(data as Notice), state, attention })

/** Undefined while the first reading is under way. */
export function useAllNotices(): SeenNotice[] | undefined {
  const views = useRecords('notices', { kind: 'notice' })
  return useMemo(() => views?.map(seen), [views])
}

/** Null when there is no such notice. */
export function useNotice(id: string): SeenNotice | null | undefined {
  const view = useRecord('notice', id)
  return useMemo(() => view && seen(view), [view])
}

/** How it stands, in the words of its screens. */
export function stateOfNotice(notice: SeenNotice, now: Date): string {
  if (notice.attention.length > 0) return 'Needs you'
  if (notice.state === 'local') return 'Not sent yet'
  return isInForce(notice, now) ? 'Shown to everyone' : 'Ended'
}

/** `id` is the form's own: saved twice because an answer was lost, it is still one notice. */
export const saveNotice = (device: Device | null, verb: 'add' | 'edit', id: string, patch: NoticePatch, more?: SavedWith) =>
  saveRecord(device, noticeKind, verb, id, patch, more)

export const endNotice = (device: Device | null, id: string) =>
  saveNotice(device, 'edit', id, { isEnded: true }, { message: 'Notice ended' })
