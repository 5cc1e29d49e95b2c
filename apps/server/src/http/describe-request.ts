import type { FastifyRequest } from 'fastify'
import { visitorKey } from './rate-limit.ts'

/** What a log line holds of a request: never a query, a body, a cookie or a whole address. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  // The address of a report's link is its secret.
  path: request.url.split('?', 1)[0]?.replace(/^\/r\/.+/, '/r/'),
  visitor: visitorKey(request.ip).replace(/\.\d+$/, '.0'),
})
