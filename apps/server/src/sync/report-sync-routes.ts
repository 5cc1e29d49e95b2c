/**
 * Devices without an account can only send reports and pull their own. Their routes are separate, so that the permissions can't apply to
 * the other sync routes.
 */
import { createHash } from 'node:crypto'
import { type Answer, PushReply } from '@trailwarden/api'
import { isWorkDone, workText } from '@trailwarden/domain/report/report-work'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { reporterOf } from '#http/monitoring/reporter.ts'
import { sendProblem } from '#http/problem.ts'
import { type Bucket, createBucket, rangeKey, visitorKey } from '#http/security/rate-limit.ts'
import { pull } from './pull/pull.ts'
import { type PushDependencies, push } from './push/push.ts'
import { checkProtocol, evidenceOf, PushBody, protocolOf, pushAs } from './sync-routes.ts'

// A class of thirty behind one address may send four reports each at the same time. IPv6 addresses are counted per /48.
const PER_DEVICE = 10
const PER_RANGE = 120
const RANGES_PER_HOUR = 120
// NET-1: a reserve for reports of danger in case an abuser uses up the limit of an address range. A single address can use only part of the
// reserve.
const DANGERS_PER_RANGE = 30
const DANGERS_PER_ADDRESS = 3

const Worked = z.object({
  id: z.uuid(),
  kind: z.literal('report'),
  recordId: z.uuid(),
  baseVersion: z.null(),
  patch: z.object({ work: z.string() }),
})

function isWorth(sent: unknown): boolean {
  const { data } = Worked.safeParse(sent)
  return data !== undefined && isWorkDone(createHash('sha256').update(workText(data.recordId, data.patch.work)).digest())
}

const answered = (sent: unknown, outcome: Answer['outcome'], detail: string | null): Answer => ({
  commandId: (sent as { id: string }).id,
  outcome,
  version: null,
  replaced: [],
  refusal: detail === null ? null : { code: 'not-valid', detail },
})

const isDanger = (sent: unknown) => (sent as { patch?: { canHurt?: unknown } }).patch?.canHurt === true

/** If a bucket is empty, puts the tokens back and returns the number of seconds to wait. */
function takeAll(now: number, wanted: readonly (readonly [Bucket, string])[]): number {
  for (const [i, [bucket, key]] of wanted.entries()) {
    const waitSeconds = bucket.take(key, now)
    if (waitSeconds === 0) continue
    for (const [before, itsKey] of wanted.slice(0, i)) before.giveBack(itsKey, 1)
    return waitSeconds
  }
  return 0
}

function createLimits() {
  const devices = createBucket(PER_DEVICE / 60, PER_DEVICE)
  const ranges = createBucket(RANGES_PER_HOUR / 60, PER_RANGE)
  const dangers = createBucket(DANGERS_PER_RANGE / 60, DANGERS_PER_RANGE)
  const dangersByAddress = createBucket(DANGERS_PER_ADDRESS / 60, DANGERS_PER_ADDRESS)
  return (sent: unknown, deviceId: string, address: string): number => {
    const now = performance.now()
    const range = rangeKey(address)
    const waitSeconds = takeAll(now, [
      [devices, deviceId],
      [ranges, range],
    ])
    if (waitSeconds === 0 || !isDanger(sent)) return waitSeconds
    return takeAll(now, [
      [devices, deviceId],
      [dangersByAddress, visitorKey(address)],
      [dangers, range],
    ])
  }
}

export function reportSyncRoutes(app: FastifyInstance, deps: PushDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['reports'] })
  const waitFor = createLimits()
  const kinds = Object.entries(deps.kinds).flatMap(([name, { forReporters }]) => (forReporters ? [[name, forReporters] as const] : []))

  routes.post(
    '/api/reports/push',
    {
      preValidation: checkProtocol,
      schema: { ...about('Send reports, without an account'), body: PushBody, response: { 200: PushReply } },
    },
    async (request, reply) => {
      const actor = reporterOf(request)
      if (!actor) return sendProblem(reply, 'bad-request', 'A device without an account must identify itself with a secret.')
      const sent = request.body.commands
      // Reports without proof of work are refused before anything is stored or counted, so that refusing them costs the server little.
      const worth = sent.filter(isWorth)
      const waits = worth.map((one) => waitFor(one, actor.id, request.ip))
      if (worth.length > 0 && waits.every((seconds) => seconds > 0))
        return sendProblem(reply.header('retry-after', String(Math.min(...waits))), 'too-many-requests', 'Too many reports.')
      const now = new Set(worth.filter((_, i) => waits[i] === 0))
      const later = new Set(worth.filter((_, i) => waits[i] !== 0))
      return pushAs(deps, actor, request, reply, async () => {
        const settled = await push(deps, actor, request.body.deviceId, [...now])
        const byId = new Map(settled?.map((answer) => [answer.commandId, answer]))
        if (!sent.every((one) => z.object({ id: z.uuid() }).safeParse(one).success)) return null
        return sent.map(
          (one) =>
            byId.get((one as { id: string }).id) ??
            answered(one, later.has(one) ? 'retry' : 'invalid', later.has(one) ? null : 'a report needs a proof of work'),
        )
      })
    },
  )

  routes.get(
    '/api/reports/pull',
    {
      preValidation: checkProtocol,
      schema: { ...about('The progress of this device’s reports'), querystring: z.object({ cursor: z.optional(z.string()) }) },
    },
    async (request, reply) => {
      const actor = reporterOf(request)
      if (!actor) return sendProblem(reply, 'bad-request', 'A device without an account must identify itself with a secret.')
      const body = await pull(deps.db, actor, evidenceOf(deps.db, request, request.query.cursor), protocolOf(request), kinds)
      return reply
        .type('application/json; charset=utf-8')
        .serializer((text: string) => text)
        .send(body)
    },
  )
}
