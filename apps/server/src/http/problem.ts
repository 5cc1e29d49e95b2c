import { PROBLEM_STATUS, type ProblemCode } from '@trailwarden/api'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isPassing, refusalOf } from '#db/database-error.ts'

export function sendProblem(reply: FastifyReply, code: ProblemCode, detail: string) {
  return reply
    .code(PROBLEM_STATUS[code])
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send({ type: 'about:blank', status: PROBLEM_STATUS[code], code, detail, requestId: reply.request.id })
}

type OnError = (error: unknown, where: { method: string; route?: string }) => void

export function handleErrors(app: FastifyInstance, onError: OnError = () => undefined): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      return sendProblem(reply, 'not-valid', error.validation.map((issue) => `${issue.instancePath} ${issue.message ?? ''}`).join('; '))
    }
    const refusal = refusalOf(error)
    if (refusal) return sendProblem(reply, refusal.code, refusal.detail)
    if (isPassing(error)) {
      request.log.warn({ err: error }, 'temporarily unavailable')
      return sendProblem(reply.header('retry-after', '2'), 'unavailable', 'The service is temporarily unavailable.')
    }
    // Fastify raises errors for malformed JSON, a body that is too large, or a wrong content type.
    if (error.statusCode && error.statusCode < 500) return sendProblem(reply, 'bad-request', error.message)
    request.log.error({ err: error }, 'error')
    const { url: route } = request.routeOptions
    onError(error, { method: request.method, ...(route && { route }) })
    return sendProblem(reply, 'internal', 'Something went wrong on our side.')
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found', 'There is nothing at this address.'))
}
