/** A test compares this SQL with the domain's rules. */
import { type Action, actionKind, isManager, type Reader } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import { documentSql } from '#db/records/document-sql.ts'

/** A8 in SQL: whether this person may see a row `r` of `actions`. */
export const actionIsSeenBy = (actor: Reader): RawBuilder<boolean> =>
  isManager(actor)
    ? sql<boolean>`r.deleted_at is null`
    : sql<boolean>`(r.deleted_at is null and (r.status = 'Unresolved' or r.created_by = ${actor.id} or r.assigned_to = ${actor.id}))`

const photoStored = sql<boolean>`r.photo_id is not null
  and exists (select from photos p where p.id = r.photo_id and p.stored_at is not null)`

/** A9 in SQL: a row `r` as the document that the reader receives. */
export const actionDocumentFor = (reader: Reader): RawBuilder<Action> => documentSql(actionKind, reader, { photoStored })
