import { PHOTO_MAX_BYTES, PHOTO_TYPE } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import type { Bucket } from '#http/rate-limit.ts'
import { type PhotoDependencies, readPhoto, storePhoto } from './photos.ts'

const ById = z.object({ id: z.uuid() })

export async function photoRoutes(app: FastifyInstance, photos: PhotoDependencies, uploads: Bucket): Promise<void> {
  // In a scope of its own: no other route takes a body of this type or size.
  await app.register(async (scope) => {
    scope.addContentTypeParser(PHOTO_TYPE, { parseAs: 'buffer', bodyLimit: PHOTO_MAX_BYTES }, (_request, body, done) => done(null, body))
    const routes = scope.withTypeProvider<ZodTypeProvider>()
    const about = (summary: string) => ({ summary, tags: ['photos'], params: ById })

    routes.put(
      '/api/photos/:id',
      { bodyLimit: PHOTO_MAX_BYTES, schema: about('Store a photo under the id its phone gave it') },
      async (request, reply) => {
        const actor = signedIn(request)
        const waitSeconds = uploads.take(actor.id, performance.now())
        if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many photos.')
        const { body } = request
        if (!Buffer.isBuffer(body)) return sendProblem(reply, 'not-valid', 'a photo is sent as image/jpeg')
        const decision = await storePhoto(photos, actor, request.params.id, body, new Date())
        return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      },
    )

    routes.get('/api/photos/:id', { schema: about('A photo, for those who see its action') }, async (request, reply) => {
      const bytes = await readPhoto(photos, signedIn(request), request.params.id)
      if (!bytes) return sendProblem(reply, 'not-found', 'no such photo')
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': 'inline; filename="photo.jpg"',
          'cross-origin-resource-policy': 'same-origin',
        })
        .type(PHOTO_TYPE)
        .send(bytes)
    })
  })
}
