/** The council's other programs receive the type of problem and the location, but no names. */
import { PROGRAM_PAGE, ProgramAction, ProgramActions, ProgramActionsQuery } from '@trailwarden/api'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'

type Row = Omit<ProgramAction, 'url'>

const FIELDS = sql`r.id, r.number, r.description, r.detail, r.category, r.area, r.trail, r.place, r.rating, r.status, r.version,
  iso(r.created_at) as created_at, iso(r.updated_at) as updated_at, iso(r.completed_at) as completed_at`

export function actionProgramRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['for programs'], security: [{ key: [] }] })
  const withUrl = (row: Row): ProgramAction => ({ ...row, url: new URL(`/actions/view/${row.id}`, publicUrl).href })

  routes.get(
    '/api/v1/actions',
    {
      schema: {
        ...about('Actions that aren’t deleted, ordered by ID. Requires a key with the read-actions permission'),
        querystring: ProgramActionsQuery,
        response: { 200: ProgramActions },
      },
    },
    async ({ query: { status, changedSince, after } }) => {
      const { rows } = await sql<Row>`
        select ${FIELDS} from actions r
        where r.deleted_at is null
          and (${status ?? null}::text is null or r.status = ${status ?? null})
          and (${changedSince ?? null}::timestamptz is null or r.updated_at >= ${changedSince ?? null}::timestamptz)
          and (${after ?? null}::uuid is null or r.id > ${after ?? null}::uuid)
        order by r.id limit ${PROGRAM_PAGE + 1}`.execute(db)
      const page = rows.slice(0, PROGRAM_PAGE)
      return { actions: page.map(withUrl), next: rows.length > PROGRAM_PAGE ? (page.at(-1)?.id ?? null) : null }
    },
  )

  routes.get(
    '/api/v1/actions/:id',
    {
      schema: {
        ...about('One Action. Requires a key with the read-actions permission'),
        params: z.object({ id: z.uuid() }),
        response: { 200: ProgramAction },
      },
    },
    async (request, reply) => {
      const { rows } = await sql<Row>`
        select ${FIELDS} from actions r where r.id = ${request.params.id} and r.deleted_at is null`.execute(db)
      return rows[0] ? withUrl(rows[0]) : sendProblem(reply, 'not-found', 'This Action doesn’t exist or was deleted.')
    },
  )
}
