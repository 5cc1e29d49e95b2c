/** Devices don't receive resolved Actions that nobody has changed for a year, but people can request them. */
import { ARCHIVE_AFTER_YEARS, ARCHIVE_PAGE, ArchivedActions, ArchivedActionsQuery } from '@trailwarden/api'
import type { Actor } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { signedIn } from '#http/security/guard.ts'
import { actionDocumentFor, actionIsSeenBy } from './action-sql.ts'

const BATCH = 500

/**
 * The Actions don't change, but devices remove them. Rows are locked, so a concurrent change either prevents archiving or is applied
 * afterwards and returns the Action to devices.
 */
export const archiveActions =
  (db: Db) =>
  async (now: Date): Promise<number> => {
    const { numUpdatedRows } = await db.transaction().execute(async (tx) => {
      const archived = await tx
        .with('old', (read) =>
          read
            .selectFrom('changes as c')
            .innerJoin('actions as r', 'r.id', 'c.id')
            .select('r.id')
            .where('c.kind', '=', 'action')
            .where('c.isArchived', '=', false)
            .where('r.status', '=', 'Resolved')
            .where('r.deletedAt', 'is', null)
            .where(
              sql<boolean>`greatest(r.updated_at, r.completed_at) < ${now}::timestamptz - make_interval(years => ${ARCHIVE_AFTER_YEARS})`,
            )
            .limit(BATCH)
            .forUpdate('r')
            .skipLocked(),
        )
        .updateTable('changes')
        .from('old')
        .set({ isArchived: true, xid: sql<string>`pg_current_xact_id()` })
        .where('changes.kind', '=', 'action')
        .whereRef('changes.id', '=', 'old.id')
        .executeTakeFirst()
      if (archived.numUpdatedRows) await sql`select pg_notify('changes', pg_current_xact_id()::text)`.execute(tx)
      return archived
    })
    return Number(numUpdatedRows)
  }

type Row = { id: string; version: number; data: unknown; position: string }

/** Without an escape, `%`, `_` and `\` wouldn't match literally. */
const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

async function readArchived(db: Db, actor: Actor, { id, words, after }: ArchivedActionsQuery): Promise<ArchivedActions> {
  const [completedAt, afterId] = after?.split('~') ?? []
  const like = words?.trim() ? containing(words.trim()) : null
  const { rows } = await sql<{ epoch: string; found: Row[] }>`
    select (select epoch from sync_epoch) as epoch, coalesce(json_agg(page), '[]') as found from (
      select r.id, r.version, ${actionDocumentFor(actor)} as data, to_char(r.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || r.id as position
      from actions r join changes c on c.kind = 'action' and c.id = r.id
      where c.is_archived and r.status = 'Resolved' and ${actionIsSeenBy(actor)}
        and (${id ?? null}::uuid is null or r.id = ${id ?? null}::uuid)
        and (${like}::text is null or concat_ws(' ', r.number, r.description, r.detail, r.area, r.trail) ilike ${like})
        and (${completedAt ?? null}::timestamptz is null
          or (r.completed_at, r.id) < (${completedAt ?? null}::timestamptz, ${afterId ?? null}::uuid))
      order by r.completed_at desc, r.id desc limit ${ARCHIVE_PAGE + 1}) page`.execute(db)
  const { epoch = '', found = [] } = rows[0] ?? {}
  const page = found.slice(0, ARCHIVE_PAGE)
  return {
    epoch,
    documents: page.map(({ id, version, data }) => ({ kind: 'action', id, version, data })),
    next: found.length > ARCHIVE_PAGE ? (page.at(-1)?.position ?? null) : null,
  }
}

export function actionArchiveRoutes(app: FastifyInstance, db: Db): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/actions/archived',
    {
      schema: {
        summary: 'Resolved Actions unchanged for a year, newest first',
        tags: ['actions'],
        querystring: ArchivedActionsQuery,
        response: { 200: ArchivedActions },
      },
    },
    (request) => readArchived(db, signedIn(request), request.query),
  )
}
