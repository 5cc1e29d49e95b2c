/**
 * The same sync for devices without an account: they send reports and nothing else, and fetch their own. Doors of their own, so that
 * nothing which opens here opens there.
 */
import { createHash } from 'node:crypto'
import { type Answer, PushReply } from '@trailwarden/api'
import { isWorkDone, workText } from '@trailwarden/domain/report/report-work'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { sendProblem } from '#http/problem.ts'
import { type Bucket, createBucket, networkKey, visitorKey } from '#http/rate-limit.ts'
import { reporterOf } from '#http/reporter.ts'
import { REPORTER_KINDS } from './kinds.ts'
import { pull } from './pull.ts'
import { type PushDependencies, push } from './push.ts'
import { evidenceOf, PushBody, protocolOf, pushAs, speaksWithUs } from './sync-routes.ts'

// Ten in an hour of one device. A class of thirty behind one address sends four each at once; IPv6 is counted by its /48.
const PER_DEVICE = 10
const PER_RANGE = 120
const RANGES_PER_HOUR = 120

const rangeOf = (address: string) => networkKey(address) ?? visitorKey(address).replace(/\.\d+$/, '.0')

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

/** How many of them may be taken now, by device and by range; the seconds to wait when it is none. */
function takeTokens(device: Bucket, range: Bucket, id: string, address: string, wanted: number): { taken: number; waitSeconds: number } {
  const now = performance.now()
  let [taken, waitSeconds] = [0, 0]
  while (taken < wanted) {
    waitSeconds = device.take(id, now)
    if (waitSeconds > 0) break
    waitSeconds = range.take(rangeOf(address), now)
    if (waitSeconds > 0) {
      device.giveBack(id, 1)
      break
    }
    taken++
  }
  return { taken, waitSeconds }
}

export function reportSyncRoutes(app: FastifyInstance, deps: PushDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['reports'] })
  const devices = createBucket(PER_DEVICE / 60, PER_DEVICE)
  const ranges = createBucket(RANGES_PER_HOUR / 60, PER_RANGE)

  routes.post(
    '/api/reports/push',
    { preValidation: speaksWithUs, schema: { ...about('Send reports, without an account'), body: PushBody, response: { 200: PushReply } } },
    async (request, reply) => {
      const actor = reporterOf(request)
      if (!actor) return sendProblem(reply, 'bad-request', 'A device without an account identifies itself by a secret.')
      const sent = request.body.commands
      // Refused before anything is stored or counted: what cost its sender nothing costs us nothing.
      const worth = sent.filter(isWorth)
      const { taken, waitSeconds } = takeTokens(devices, ranges, actor.id, request.ip, worth.length)
      if (worth.length > 0 && taken === 0)
        return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many reports.')
      const now = new Set(worth.slice(0, taken))
      const later = new Set(worth.slice(taken))
      return pushAs(deps, actor, request, reply, async () => {
        const settled = await push(deps, actor, request.body.deviceId, [...now])
        const byId = new Map(settled?.map((answer) => [answer.commandId, answer]))
        if (!sent.every((one) => z.object({ id: z.uuid() }).safeParse(one).success)) return null
        return sent.map(
          (one) =>
            byId.get((one as { id: string }).id) ??
            answered(one, later.has(one) ? 'retry' : 'invalid', later.has(one) ? null : 'a report comes with its proof of work'),
        )
      })
    },
  )

  routes.get(
    '/api/reports/pull',
    {
      preValidation: speaksWithUs,
      schema: { ...about('What became of the reports of this device'), querystring: z.object({ cursor: z.optional(z.string()) }) },
    },
    async (request, reply) => {
      const actor = reporterOf(request)
      if (!actor) return sendProblem(reply, 'bad-request', 'A device without an account identifies itself by a secret.')
      const body = await pull(
        deps.db,
        actor,
        evidenceOf(deps.db, request, request.query.cursor),
        protocolOf(request),
        Object.entries(REPORTER_KINDS),
      )
      return reply
        .type('application/json; charset=utf-8')
        .serializer((text: string) => text)
        .send(body)
    },
  )
}
