import { isManager, isMember, type Reader } from '@trailwarden/domain'
import { workDayKind } from '@trailwarden/domain/work-day/work-day-kind'
import { decideWorkDay } from '@trailwarden/domain/work-day/work-day-rules'
import { type RawBuilder, sql } from 'kysely'
import { applyRecordChange } from '#db/records/record-store.ts'

export const applyWorkDayChange = applyRecordChange(workDayKind, 'work_days', (_tx, current, incoming, patch, actor, now) =>
  decideWorkDay(current, { ...incoming, patch }, actor, now),
)

/** WD2 in SQL, for a row `r` of the table. */
export function workDayIsSeenBy(reader: Reader): RawBuilder<boolean> {
  if (isManager(reader)) return sql<boolean>`r.deleted_at is null`
  return isMember(reader) ? sql<boolean>`(r.deleted_at is null and r.crew @> to_jsonb(${reader.id}::text))` : sql<boolean>`false`
}
