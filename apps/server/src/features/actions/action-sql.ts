/** Who sees which actions, and what of them, in SQL: the same rules as in the domain, and a test runs both on the same cases. */
import { type Action, actionKind, isManager, type Reader } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import { documentSql } from '#db/document-sql.ts'

/** A8 in SQL, of a row `r` of the table. */
export const actionIsSeenBy = (actor: Reader): RawBuilder<boolean> =>
  isManager(actor)
    ? sql<boolean>`r.deleted_at is null`
    : sql<boolean>`(r.deleted_at is null and (r.status = 'Unresolved' or r.created_by = ${actor.id} or r.assigned_to = ${actor.id}))`

const photoStored = sql<boolean>`r.photo_id is not null
  and exists (select from photos p where p.id = r.photo_id and p.stored_at is not null)`

/** A9 in SQL: a row `r` as the document that this person receives. */
export const actionDocumentFor = (reader: Reader): RawBuilder<Action> => documentSql(actionKind, reader, { photoStored })
