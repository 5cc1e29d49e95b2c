/** Managers choose which Actions riders without an account see (RULES.md, A21 and A22). */
import { createHash } from 'node:crypto'
import { type PublicHazard, PublicHazards } from '@trailwarden/domain/hazard/public-hazard'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { remembering } from '#db/remembering.ts'
import { PUBLIC_READ } from '#http/caching/cache-headers.ts'

/** A longer list wouldn't help riders. */
const MOST_SHOWN = 500

/** A22 in SQL. Selects only the public columns, so that no other field can become public by accident. */
async function readHazards(db: Db): Promise<PublicHazards> {
  const { rows } = await sql<{ asOf: string; hazards: PublicHazard[] }>`
    select iso(now()) as as_of, (
      select coalesce(json_agg(json_build_object('id', r.id, 'category', r.category, 'area', r.area, 'trail', r.trail, 'place', r.place,
        'since', iso(r.created_at)) order by r.created_at desc, r.id), '[]')
      from (select * from actions where is_shown_to_riders and status = 'Unresolved' and deleted_at is null
        order by created_at desc, id limit ${sql.lit(MOST_SHOWN)}) r) as hazards`.execute(db)
  if (!rows[0]) throw new Error('The database returned no time.')
  return rows[0]
}

/** How old the `asOf` of a cached copy may become while the server still responds with "not modified". */
const TAG_SPAN_MS = 60_000

function tagOf({ asOf, hazards }: PublicHazards): string {
  const span = Math.floor(Date.parse(asOf) / TAG_SPAN_MS)
  return `"${createHash('sha256')
    .update(JSON.stringify([span, hazards]))
    .digest('base64url')
    .slice(0, 22)}"`
}

export function publicHazardRoutes(app: FastifyInstance, db: Db): void {
  const hazards = remembering(
    () => readHazards(db),
    (error) => app.log.warn({ err: error }, 'database read failed, so hazards were served from memory'),
  )
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/public/hazards',
    {
      schema: {
        summary: 'Open hazards that the trail team shows to riders',
        tags: ['public'],
        response: { 200: PublicHazards, 304: z.undefined() },
      },
    },
    async (request, reply) => {
      const answer = await hazards.read()
      const tag = tagOf(answer)
      reply.headers({ 'cache-control': PUBLIC_READ, etag: tag, 'access-control-allow-origin': '*' })
      if (request.headers['if-none-match'] === tag) return reply.code(304).send(undefined)
      return answer
    },
  )
}
