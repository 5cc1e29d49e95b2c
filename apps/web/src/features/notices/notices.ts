import { type Notice, type NoticePatch, noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { isInForce } from '@trailwarden/domain/notice/notice-rules'
import type { Attention, SyncState, View } from '@trailwarden/sync'
import { useMemo } from 'react'
import type { Device } from '#data/device/device.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { type SavedWith, saveRecord } from '#parts/form/save-record.ts'

export type SeenNotice = Notice & { state: SyncState; attention: Attention[] }

// Safe: notices come from our server or from local changes with the same fields.
const seen = ({ data, state, attention }: View): SeenNotice => ({ ...(data as Notice), state, attention })

export function useAllNotices(): SeenNotice[] | undefined {
  const views = useRecords('notices', { kind: 'notice' })
  return useMemo(() => views?.map(seen), [views])
}

export function useNotice(id: string): SeenNotice | null | undefined {
  const view = useRecord('notice', id)
  return useMemo(() => view && seen(view), [view])
}

export function stateOfNotice(notice: SeenNotice, now: Date): string {
  if (notice.attention.length > 0) return 'Needs you'
  if (notice.state === 'local') return 'Not sent yet'
  return isInForce(notice, now) ? 'Shown to everyone' : 'Ended'
}

/** The form creates `id`, so saving twice after a lost response still creates only one notice. */
export const saveNotice = (device: Device | null, verb: 'add' | 'edit', id: string, patch: NoticePatch, more?: SavedWith) =>
  saveRecord(device, noticeKind, verb, id, patch, more)

export const endNotice = (device: Device | null, id: string) =>
  saveNotice(device, 'edit', id, { isEnded: true }, { message: 'Notice ended' })
