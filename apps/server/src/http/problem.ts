/** Every refusal and fault leaves the server here, as problem details (RFC 9457) with a stable `code`. */
import type { Refusal } from '@trailwarden/domain'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isPassing, refusalOf } from '#db/database-error.ts'

export type ProblemCode =
  | Refusal['code']
  | 'other-person'
  | 'other-epoch'
  | 'app-too-old'
  | 'too-many-requests'
  | 'unavailable'
  | 'internal'
  | 'bad-request'

const STATUS: Record<ProblemCode, number> = {
  'not-allowed': 403,
  'not-valid': 422,
  'not-found': 404,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'passkey-needed': 401,
  'wrong-recovery-code': 401,
  'wrong-password': 403,
  'weak-password': 422,
  'email-unavailable': 409,
  'link-expired': 410,
  gone: 410,
  superseded: 409,
  'too-many-notes': 422,
  'last-manager': 409,
  'other-person': 409,
  'other-epoch': 409,
  'app-too-old': 426,
  'too-many-requests': 429,
  unavailable: 503,
  internal: 500,
  'bad-request': 400,
}

export function sendProblem(reply: FastifyReply, code: ProblemCode, detail: string) {
  return reply
    .code(STATUS[code])
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send({ type: 'about:blank', status: STATUS[code], code, detail, requestId: reply.request.id })
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      return sendProblem(reply, 'not-valid', error.validation.map((fault) => `${fault.instancePath} ${fault.message ?? ''}`).join('; '))
    }
    const refusal = refusalOf(error)
    if (refusal) return sendProblem(reply, refusal.code, refusal.detail)
    if (isPassing(error)) {
      request.log.warn({ err: error }, 'out of reach for now')
      return sendProblem(reply.header('retry-after', '2'), 'unavailable', 'The service is out of reach for a moment.')
    }
    // Fastify's own refusals: malformed JSON, too large a body, a wrong content type.
    if (error.statusCode && error.statusCode < 500) return sendProblem(reply, 'bad-request', error.message)
    request.log.error({ err: error }, 'fault')
    return sendProblem(reply, 'internal', 'Something went wrong on our side.')
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not-found', 'There is nothing at this address.'))
}
