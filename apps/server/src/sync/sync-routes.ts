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
import { kindsFor } from '#core/synced-kind.ts'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import type { Bucket } from '#http/security/rate-limit.ts'
import { type Events, STREAMS_PER_PERSON } from './events.ts'
import { readCursor } from './pull/cursor.ts'
import { readHighestNumber } from './pull/epoch.ts'
import { type Evidence, memoryOf, readPast, repairPast } from './pull/past.ts'
import { pull } from './pull/pull.ts'
import { isRepeat, type PushDependencies, push } from './push/push.ts'
import { readReceipt, writeReceipt } from './push/receipt.ts'

// push.ts validates commands one by one, so that an invalid command doesn't cause the others to be refused.
export const PushBody = z.extend(PushRequest, { commands: z.array(z.unknown()).check(z.maxLength(PUSH_LIMIT)) })

const SERVER_RETRY_SECONDS = 15

export const protocolOf = ({ headers }: FastifyRequest) => Number(headers[PROTOCOL_HEADER] ?? 1)

export async function checkProtocol(request: FastifyRequest, reply: FastifyReply) {
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

export async function pushAs(
  deps: PushDependencies,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  decideCommands: () => Promise<Answer[] | { waitSeconds: number } | null>,
): Promise<PushReply | FastifyReply> {
  const { [PERSON_HEADER]: personId = actor.id, [EPOCH_HEADER]: epoch } = request.headers
  if (personId !== actor.id) return sendProblem(reply, 'other-person', 'This queue belongs to someone else.')
  const evidence = evidenceOf(deps.db, request)
  const past = await readPast(deps.db, evidence)
  const isNewEpoch = await repairPast(deps.db, past, evidence)
  if (epoch && (isNewEpoch || epoch !== past.epoch))
    return sendProblem(reply, 'other-epoch', 'The server was restored from a backup. Pull first.')
  const answers = await decideCommands()
  if (!answers) return sendProblem(reply, 'not-valid', 'A command has no ID.')
  if ('waitSeconds' in answers)
    return sendProblem(reply.header('retry-after', String(answers.waitSeconds)), 'too-many-requests', 'Too many changes.')
  deps.onAnswers(answers)
  deps.onMilestone('before-reply')
  const done = answers.filter(({ version }) => version !== null)
  // The answer to a repeated command must not replace a receipt from the current epoch, because an older backup may contain only the
  // repeated command.
  const applied = done.findLast((answer) => !isRepeat(answer)) ?? (evidence.receipt?.epoch === past.epoch ? undefined : done.at(-1))
  if (!applied || isNewEpoch) return { answers }
  const { commandId } = applied
  // The number is read from the database, because a receipt with a number that was never assigned would make the next request skip a
  // hundred numbers.
  const number = await readHighestNumber(deps.db)
  return { answers, receipt: writeReceipt({ epoch: past.epoch, commandId, number }, past.secret) }
}

export function syncRoutes(app: FastifyInstance, deps: PushDependencies, events: Events, commands: Bucket): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['sync'] })

  routes.post(
    '/api/push',
    { preValidation: checkProtocol, schema: { ...about('Send changes made on a device'), body: PushBody, response: { 200: PushReply } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const { deviceId, commands: sent } = request.body
      const decideCommands = async () => {
        const waitSeconds = commands.take(actor.id, performance.now(), sent.length)
        return waitSeconds > 0 ? { waitSeconds } : push(deps, actor, deviceId, sent)
      }
      return pushAs(deps, actor, request, reply, decideCommands)
    },
  )

  routes.get(
    '/api/pull',
    {
      preValidation: checkProtocol,
      schema: { ...about('Changes after a cursor'), querystring: z.object({ cursor: z.optional(z.string()) }) },
    },
    async (request, reply) => {
      const protocol = protocolOf(request)
      const evidence = evidenceOf(deps.db, request, request.query.cursor)
      return reply
        .type('application/json; charset=utf-8')
        .serializer((body: string) => body)
        .send(await pull(deps.db, signedIn(request), evidence, protocol, kindsFor(protocol, deps.kinds)))
    },
  )

  // There is no HEAD route, because a stream without a body would never end and would count towards the user's limit.
  routes.get(
    '/api/events',
    { exposeHeadRoute: false, schema: about('A stream that signals when there are changes to pull') },
    async (request, reply) => {
      const actor = signedIn(request)
      if (!request.sessionId) throw new Error('A logged-in request must have a session.')
      if (events.open(actor, request.sessionId, reply.raw)) return reply.hijack()
      return sendProblem(reply.header('retry-after', '30'), 'too-many-requests', `At most ${STREAMS_PER_PERSON} streams at the same time.`)
    },
  )
  app.addHook('preClose', async () => events.close())
}
