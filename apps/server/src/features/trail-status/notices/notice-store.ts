import { isManager, type Reader } from '@trailwarden/domain'
import { noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { decideNotice } from '@trailwarden/domain/notice/notice-rules'
import type { PublicNotice } from '@trailwarden/domain/notice/public-notice'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { applyRecordChange } from '#db/records/record-store.ts'
import type { Tables } from '#db/schema/tables.ts'

export const applyNoticeChange = applyRecordChange(noticeKind, 'notices', (_tx, current, incoming, patch, actor, now) =>
  decideNotice(current, { ...incoming, patch }, actor, now),
)

/** NO1: only managers receive these records. Other people get current notices with trail status, without the authors' names. */
export const noticeIsSeenBy = (reader: Reader): RawBuilder<boolean> => (isManager(reader) ? sql`true` : sql`false`)

/** More notices would push trail status off the screen. */
const MOST_SHOWN = 20

const inForce = expressionBuilder<Tables>()
  .selectFrom('notices')
  .select(['id', 'title', 'text', 'level', 'createdAt', 'endsAt'])
  .where('isEnded', '=', false)
  .where('endsAt', '>', sql<Date>`now()`)
  .orderBy('createdAt', 'desc')
  .orderBy('id')
  .limit(MOST_SHOWN)

export const noticesInForce = sql<PublicNotice[]>`(
  select coalesce(json_agg(json_build_object('id', n.id, 'title', n.title, 'text', n.text, 'level', n.level,
    'postedAt', iso(n.created_at), 'endsAt', iso(n.ends_at)) order by n.created_at desc, n.id), '[]')
  from ${inForce} n)`
