import { FollowCode, FollowedPhotoRequest, FollowedReport } from '@trailwarden/api'
import { PHOTO_TYPE } from '@trailwarden/domain'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import type { PhotoStore } from '#files/photo-store.ts'
import { sendProblem } from '#http/problem.ts'
import { followedPhoto, followReport, forgetContactOf } from './report-store.ts'

const sendUnknown = (reply: FastifyReply) => sendProblem(reply, 'not-found', 'We couldn’t find this report.')

/** All routes use POST with the code in the body, because addresses are written to logs. */
export function reportRoutes(app: FastifyInstance, db: Db, store: PhotoStore): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['reports'] })

  routes.post(
    '/api/report-links/open',
    { schema: { ...about('The progress of a report'), body: FollowCode, response: { 200: FollowedReport } } },
    async (request, reply) => (await followReport(db, request.body.code)) ?? sendUnknown(reply),
  )

  routes.post(
    '/api/report-links/photo',
    { schema: { ...about('A photo of a report'), body: FollowedPhotoRequest } },
    async (request, reply) => {
      const file = await followedPhoto(db, request.body.code, request.body.photoId)
      const bytes = file && (await store.get(file))
      return bytes ? reply.type(PHOTO_TYPE).send(bytes) : sendUnknown(reply)
    },
  )

  routes.post(
    '/api/report-links/forget-contact',
    { schema: { ...about('Delete the contact address of a report'), body: FollowCode, response: { 204: z.null() } } },
    async (request, reply) => ((await forgetContactOf(db, request.body.code)) ? reply.code(204).send(null) : sendUnknown(reply)),
  )
}
