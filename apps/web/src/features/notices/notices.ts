import { type Notice, type NoticePatch, noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { isInForce } from '@trailwarden/domain/notice/notice-rules'
import type { Device } from '#data/device/device.ts'
import type { Seen } from '#data/device/kinds.ts'
import { useSeenRecord, useSeenRecords } from '#data/use-records.ts'
import { type SavedWith, saveRecord } from '#parts/form/save-record.ts'

export type SeenNotice = Seen<Notice>

export const useAllNotices = (): SeenNotice[] | undefined => useSeenRecords('notices', { kind: 'notice' })
export const useNotice = (id: string): SeenNotice | null | undefined => useSeenRecord('notice', id)

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
