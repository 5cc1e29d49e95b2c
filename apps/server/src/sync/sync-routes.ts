import {
  type Answer,
  CURSOR_HEADER,
  EPOCH_HEADER,
  OLDEST_PROTOCOL,
  PERSON_HEADER,
  PROTOCOL,
  PROTOCOL_HEADER,
  PUSH_LIMIT,
  PushReply,
  PushRequest,
  RECEIPT_HEADER,
} from '@trailwarden/api'
import type { Actor } from '@trailwarden/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import type { Bucket } from '#http/rate-limit.ts'
import { readCursor } from './cursor.ts'
import { readHighestNumber } from './epoch.ts'
import { type Events, STREAMS_PER_PERSON } from './events.ts'
import { type Evidence, memoryOf, readPast, repairPast } from './past.ts'
import { pull } from './pull.ts'
import { isRepeat, type PushDependencies, push } from './push.ts'
import { readReceipt, writeReceipt } from './receipt.ts'

// The commands are read one by one (push.ts): a single odd one must not turn the others away.
export const PushBody = z.extend(PushRequest, { commands: z.array(z.unknown()).check(z.maxLength(PUSH_LIMIT)) })

const SERVER_RETRY_SECONDS = 15

export const protocolOf = ({ headers }: FastifyRequest) => Number(headers[PROTOCOL_HEADER] ?? 1)

/** Devices of another version of the protocol are turned away before anything of theirs is read. */
export async function speaksWithUs(request: FastifyRequest, reply: FastifyReply) {
  const version = protocolOf(request)
  if (version > PROTOCOL)
    return sendProblem(reply.header('retry-after', String(SERVER_RETRY_SECONDS)), 'unavailable', 'The server is older than this app.')
  if (!(version >= OLDEST_PROTOCOL)) return sendProblem(reply, 'app-too-old', 'This version of the app is too old for the server.')
  return undefined
}

export const evidenceOf = (db: Db, { headers }: FastifyRequest, cursor = headers[CURSOR_HEADER]): Evidence => ({
  memory: memoryOf(db),
  receipt: readReceipt(headers[RECEIPT_HEADER]),
  cursor: readCursor(typeof cursor === 'string' ? cursor : undefined),
})

/** Settles what a device sends, unless it is another's or of another epoch, and gives it the receipt for it. */
export async function pushAs(
  deps: PushDependencies,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  settle: () => Promise<Answer[] | { waitSeconds: number } | null>,
): Promise<PushReply | FastifyReply> {
  const { [PERSON_HEADER]: personId = actor.id, [EPOCH_HEADER]: epoch } = request.headers
  if (personId !== actor.id) return sendProblem(reply, 'other-person', 'This is somebody else’s queue.')
  const evidence = evidenceOf(deps.db, request)
  const past = await readPast(deps.db, evidence)
  const isNewEpoch = await repairPast(deps.db, past, evidence)
  if (epoch && (isNewEpoch || epoch !== past.epoch)) return sendProblem(reply, 'other-epoch', 'Fetch first: the server’s past is another.')
  const answers = await settle()
  if (!answers) return sendProblem(reply, 'not-valid', 'a command without an id')
  if ('waitSeconds' in answers)
    return sendProblem(reply.header('retry-after', String(answers.waitSeconds)), 'too-many-requests', 'Too many changes.')
  deps.onAnswers(answers)
  deps.reach('before-reply')
  const done = answers.filter(({ version }) => version !== null)
  // A repeated answer must not take the place of a receipt of this epoch: an older backup may know the repeated command alone.
  const applied = done.findLast((answer) => !isRepeat(answer)) ?? (evidence.receipt?.epoch === past.epoch ? undefined : done.at(-1))
  if (!applied || isNewEpoch) return { answers }
  const { commandId } = applied
  // Read, not reckoned: a receipt for a number that nobody was given would make the next request leave a hundred out.
  const number = await readHighestNumber(deps.db)
  return { answers, receipt: writeReceipt({ epoch: past.epoch, commandId, number }, past.secret) }
}

export function syncRoutes(app: FastifyInstance, deps: PushDependencies, events: Events, commands: Bucket): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['sync'] })

  routes.post(
    '/api/push',
    { preValidation: speaksWithUs, schema: { ...about('Send what was done on a phone'), body: PushBody, response: { 200: PushReply } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const { deviceId, commands: sent } = request.body
      const settle = async () => {
        const waitSeconds = commands.take(actor.id, performance.now(), sent.length)
        return waitSeconds > 0 ? { waitSeconds } : push(deps, actor, deviceId, sent)
      }
      return pushAs(deps, actor, request, reply, settle)
    },
  )

  routes.get(
    '/api/pull',
    {
      preValidation: speaksWithUs,
      schema: { ...about('What is new after a cursor'), querystring: z.object({ cursor: z.optional(z.string()) }) },
    },
    async (request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .serializer((body: string) => body)
        .send(await pull(deps.db, signedIn(request), evidenceOf(deps.db, request, request.query.cursor), protocolOf(request))),
  )

  // Without HEAD: a stream without a body would never be answered, and hold one of the person's places.
  routes.get(
    '/api/events',
    { exposeHeadRoute: false, schema: about('A stream that tells when there is something to pull') },
    async (request, reply) => {
      const actor = signedIn(request)
      if (!request.sessionId) throw new Error('A signed-in request has a session.')
      if (events.open(actor, request.sessionId, reply.raw)) return reply.hijack()
      return sendProblem(reply.header('retry-after', '30'), 'too-many-requests', `At most ${STREAMS_PER_PERSON} streams at once.`)
    },
  )
  app.addHook('preClose', async () => events.close())
}
