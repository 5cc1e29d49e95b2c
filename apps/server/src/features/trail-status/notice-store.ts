/** The table `notices`: applying a change to one, and reading those that the public is shown. They stand in the public answer about trail status. */
import { isManager, type Reader } from '@trailwarden/domain'
import { noticeKind } from '@trailwarden/domain/notice/notice-kind'
import { decideNotice } from '@trailwarden/domain/notice/notice-rules'
import type { PublicNotice } from '@trailwarden/domain/notice/public-notice'
import { type RawBuilder, sql } from 'kysely'
import { applyRecordChange } from '#db/record-store.ts'

export const applyNoticeChange = applyRecordChange(noticeKind, 'notices', (_tx, current, incoming, patch, actor, now) =>
  decideNotice(current, { ...incoming, patch }, actor, now),
)

/** NO1: everyone else receives those in force with trail status, without who wrote them. */
export const noticeIsSeenBy = (reader: Reader): RawBuilder<boolean> => (isManager(reader) ? sql`true` : sql`false`)

/** More would only push trail status off the screen; the newest count. */
const MOST_SHOWN = 20

/** Those in force by the database's clock, as a column of another statement. */
export const noticesInForce = sql<PublicNotice[]>`(
  select coalesce(json_agg(json_build_object('id', n.id, 'title', n.title, 'text', n.text, 'level', n.level,
    'postedAt', iso(n.created_at), 'endsAt', iso(n.ends_at)) order by n.created_at desc, n.id), '[]')
  from (select * from notices where not is_ended and ends_at > now() order by created_at desc, id limit ${sql.lit(MOST_SHOWN)}) n)`
