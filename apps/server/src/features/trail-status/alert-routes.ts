import { AlertsOffer, FollowAnswer, type Followed, FollowedKind, FollowRequest, PhoneAlerts, Reach } from '@trailwarden/api'
import type { StatusNews } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { sendProblem } from '#http/problem.ts'
import { countReach, follow, readFollowed, unfollow, unfollowAll } from './alert-store.ts'

const ById = z.object({ id: z.uuid() })
const ByTopic = z.object({ id: z.uuid(), kind: FollowedKind, topic: z.string().check(z.maxLength(100)) })

export type AlertRouteDependencies = {
  db: Db
  publicKey: string | null
  /** May this address be a push service? */
  isAskable: (endpoint: string) => boolean
  /** Of what is asked for, what there is none of. */
  unknownIn: (followed: Followed) => string[]
  /** How many seconds a visitor must wait before the next. */
  waitFor: (ip: string) => Promise<number>
  /** What a manager's update would be news of, or why it cannot be posted. */
  newsOfDraft: (draft: unknown) => Promise<StatusNews | null>
}

/** A point of the curve, and 16 bytes: with anything else nothing can be encrypted. */
function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16
}

/** Alerts by Web Push, for anyone. */
export function alertRoutes(app: FastifyInstance, deps: AlertRouteDependencies): void {
  const { db, publicKey, isAskable, unknownIn, waitFor, newsOfDraft } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['public'] })

  routes.get(
    '/api/public/alerts',
    { schema: { ...about('The key by which a browser asks for pushes'), response: { 200: AlertsOffer } } },
    async () => ({ publicKey }),
  )

  routes.post(
    '/api/alerts',
    { schema: { ...about('Follow networks and trails by Web Push'), body: FollowRequest, response: { 201: FollowAnswer } } },
    async (request, reply) => {
      const { endpoint, keys, networks, trails } = request.body
      if (!publicKey) return sendProblem(reply, 'not-valid', 'this server sends no pushes')
      if (!isAskable(endpoint)) return sendProblem(reply, 'not-valid', 'the address of the push service is not one of the public internet')
      if (!areKeys(keys)) return sendProblem(reply, 'not-valid', 'these are no keys of a push subscription')
      if (networks.length + trails.length === 0) return sendProblem(reply, 'not-valid', 'nothing is followed')
      const unknown = unknownIn({ networks, trails })
      if (unknown.length > 0) return sendProblem(reply, 'not-valid', `no such network or trail: ${unknown.slice(0, 5).join(', ')}`)
      const waitSeconds = await waitFor(request.ip)
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many tries.')
      return reply.code(201).send({ id: await follow(db, request.body, new Date()) })
    },
  )

  routes.get(
    '/api/alerts/:id',
    { schema: { ...about('What a browser follows'), params: ById, response: { 200: PhoneAlerts } } },
    async (request, reply) => (await readFollowed(db, request.params.id)) ?? sendProblem(reply, 'not-found', 'it has ended'),
  )

  routes.delete(
    '/api/alerts/:id',
    { schema: { ...about('End all pushes to a browser'), params: ById, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await unfollowAll(db, request.params.id)
      return reply.code(204).send()
    },
  )

  routes.delete(
    '/api/alerts/:id/:kind/:topic',
    { schema: { ...about('Unfollow one network or trail'), params: ByTopic, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const { id, kind, topic } = request.params
      await unfollow(db, id, kind, topic)
      return reply.code(204).send()
    },
  )

  routes.post(
    '/api/alerts/reach',
    {
      schema: {
        summary: 'How many people an update would reach',
        tags: ['trail status'],
        body: z.record(z.string(), z.unknown()),
        response: { 200: Reach },
      },
    },
    async (request, reply) => {
      const news = await newsOfDraft(request.body)
      return news ? countReach(db, news) : sendProblem(reply, 'not-valid', 'this cannot be posted')
    },
  )
}
