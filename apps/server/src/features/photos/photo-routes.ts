import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Actor, PHOTO_MAX_BYTES, PHOTO_TYPE } from '@trailwarden/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { audit } from '#db/audit.ts'
import { PHOTO_SIZES } from '#files/photo-store.ts'
import { withUpload } from '#files/upload.ts'
import { reporterOf } from '#http/monitoring/reporter.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import type { Bucket } from '#http/security/rate-limit.ts'
import { isNamedByReport, type PhotoDependencies, readPhoto, type SeenBy, storePhoto } from './photos.ts'

const ById = z.object({ id: z.uuid() })
const OfSize = z.object({ size: z.optional(z.enum(PHOTO_SIZES)) })

/** Each upload uses up to 10 MiB of disk and a connection. */
const RECEIVED_AT_ONCE = 60
const RETRY_SECONDS = '10'

const sendBusy = (reply: FastifyReply) =>
  sendProblem(reply.header('retry-after', RETRY_SECONDS), 'unavailable', 'The server is busy storing photos. Try again soon.')
// The rest of the body isn't read, so the connection must close.
const sendTooLarge = (reply: FastifyReply) => sendProblem(reply.header('connection', 'close'), 'bad-request', 'The photo is too large.')

export async function photoRoutes(
  app: FastifyInstance,
  photos: PhotoDependencies & { folder: string; seenBy: SeenBy },
  uploads: Bucket,
): Promise<void> {
  const incoming = join(photos.folder, 'incoming')
  let receiving = 0
  // A separate scope, because no other route may accept a body of this type or size.
  await app.register(async (scope) => {
    scope.addContentTypeParser(PHOTO_TYPE, (_request, body, done) => done(null, body))
    const routes = scope.withTypeProvider<ZodTypeProvider>()
    const about = (summary: string) => ({ summary, tags: ['photos'], params: ById })

    const receive = async (actor: Actor, request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      const waitSeconds = uploads.take(actor.id, performance.now())
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many photos.')
      const { body } = request
      if (!(body instanceof Readable)) return sendProblem(reply, 'not-valid', 'a photo must be sent as image/jpeg')
      if (Number(request.headers['content-length'] ?? 0) > PHOTO_MAX_BYTES) return sendTooLarge(reply)
      if (receiving >= RECEIVED_AT_ONCE) return sendBusy(reply)
      receiving++
      const decision = await withUpload(body, incoming, PHOTO_MAX_BYTES, (upload) =>
        storePhoto(photos, actor, request.params.id, upload, new Date()),
      ).finally(() => receiving--)
      if (decision === 'busy') return sendBusy(reply)
      if (decision === 'too-large') return sendTooLarge(reply)
      if (decision === 'cut-off') return sendProblem(reply, 'bad-request', 'Only part of the photo was received.')
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    }

    routes.put('/api/photos/:id', { schema: about('Store a photo under the ID that the device created') }, (request, reply) =>
      receive(signedIn(request), request, reply),
    )

    routes.put('/api/reports/photos/:id', { schema: about('Store a photo for a report, without an account') }, async (request, reply) => {
      const reporter = reporterOf(request)
      if (!reporter) return sendProblem(reply, 'bad-request', 'A device without an account must identify itself with a secret.')
      // A device without an account can only upload a photo after sending a report that refers to it. Otherwise, anyone could store images
      // here.
      if (!(await isNamedByReport(photos.db, reporter.id, request.params.id)))
        return sendProblem(reply, 'not-found', 'no report contains this photo')
      return receive(reporter, request, reply)
    })

    const seen = { ...about('A photo, for people who can see its record'), querystring: OfSize }
    routes.get('/api/photos/:id', { schema: seen }, async (request, reply) => {
      const bytes = await readPhoto(photos, signedIn(request), request.params.id, request.query.size)
      if (!bytes) return sendProblem(reply, 'not-found', 'no such photo')
      const { id: subjectId } = request.params
      if (request.query.size === 'original')
        await audit(photos.db, 'photo-original-opened', { actorId: signedIn(request).id, subjectId }, new Date())
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
