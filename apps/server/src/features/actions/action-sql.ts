/** Who sees which actions, and what of them, in SQL: the same rules as in the domain, and a test runs both on the same cases. */
import { type Action, type Actor, isManager } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'

/** A8 in SQL, of a row `r` of the table. */
export const actionIsSeenBy = (actor: Pick<Actor, 'id' | 'role'>): RawBuilder<boolean> =>
  isManager(actor)
    ? sql<boolean>`r.deleted_at is null`
    : sql<boolean>`(r.deleted_at is null and (r.status = 'Unresolved' or r.created_by = ${actor.id} or r.assigned_to = ${actor.id}))`

/** A9 in SQL: a row `r` as the document that this person receives. */
export const actionDocumentFor = (actor: Pick<Actor, 'id' | 'role'>): RawBuilder<Action> => sql<Action>`json_build_object(
  'id', r.id, 'number', r.number,
  'description', r.description, 'area', r.area, 'trail', r.trail, 'detail', r.detail, 'place', r.place, 'photoId', r.photo_id,
  'rating', r.rating, 'status', r.status, 'assignedTo', r.assigned_to, 'assignedName', r.assigned_name,
  'assignedEmail', case when ${isManager(actor)} or r.assigned_to = ${actor.id} then r.assigned_email end,
  'photoStored', r.photo_id is not null and exists (select from photos p where p.id = r.photo_id and p.stored_at is not null),
  'notes', r.notes, 'completedAt', iso(r.completed_at), 'version', r.version, 'recordedAt', iso(r.recorded_at),
  'createdAt', iso(r.created_at), 'createdBy', r.created_by, 'createdByName', r.created_by_name,
  'updatedAt', iso(r.updated_at), 'updatedBy', r.updated_by, 'updatedByName', r.updated_by_name)`
