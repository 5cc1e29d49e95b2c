import type { FastifyRequest } from 'fastify'
import { visitorKey } from '../security/rate-limit.ts'

/** A log line never contains a query, a body, a cookie or a full address. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  // Links to reports are secret, so the log doesn't contain their codes.
  path: request.url.split('?', 1)[0]?.replace(/^\/r\/.+/, '/r/'),
  visitor: visitorKey(request.ip).replace(/\.\d+$/, '.0'),
})
