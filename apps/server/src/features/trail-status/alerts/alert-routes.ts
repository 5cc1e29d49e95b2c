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
  isAskable: (endpoint: string) => boolean
  findUnknown: (followed: Followed) => string[]
  /** How many seconds a visitor must wait before the next request. */
  waitFor: (ip: string) => Promise<number>
  newsOfDraft: (draft: unknown) => Promise<StatusNews | null>
}

/** The keys must be a curve point and 16 bytes. With other values, encryption would fail. */
function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16
}

export function alertRoutes(app: FastifyInstance, deps: AlertRouteDependencies): void {
  const { db, publicKey, isAskable, findUnknown, waitFor, newsOfDraft } = deps
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['public'] })

  routes.get(
    '/api/public/alerts',
    { schema: { ...about('The key that a browser needs to subscribe to push alerts'), response: { 200: AlertsOffer } } },
    async () => ({ publicKey }),
  )

  routes.post(
    '/api/alerts',
    { schema: { ...about('Follow networks and trails by Web Push'), body: FollowRequest, response: { 201: FollowAnswer } } },
    async (request, reply) => {
      const { endpoint, keys, networks, trails } = request.body
      if (!publicKey) return sendProblem(reply, 'not-valid', 'This server doesn’t send push alerts.')
      if (!isAskable(endpoint)) return sendProblem(reply, 'not-valid', 'the address of the push service must be on the public internet')
      if (!areKeys(keys)) return sendProblem(reply, 'not-valid', 'these aren’t the keys of a push subscription')
      if (networks.length + trails.length === 0) return sendProblem(reply, 'not-valid', 'choose at least one network or trail')
      const unknown = findUnknown({ networks, trails })
      if (unknown.length > 0) return sendProblem(reply, 'not-valid', `no such network or trail: ${unknown.slice(0, 5).join(', ')}`)
      const waitSeconds = await waitFor(request.ip)
      if (waitSeconds > 0) return sendProblem(reply.header('retry-after', String(waitSeconds)), 'too-many-requests', 'Too many attempts.')
      return reply.code(201).send({ id: await follow(db, request.body, new Date()) })
    },
  )

  routes.get(
    '/api/alerts/:id',
    { schema: { ...about('The networks and trails that a browser follows'), params: ById, response: { 200: PhoneAlerts } } },
    async (request, reply) =>
      (await readFollowed(db, request.params.id)) ?? sendProblem(reply, 'not-found', 'This browser doesn’t follow any network or trail.'),
  )

  routes.delete(
    '/api/alerts/:id',
    { schema: { ...about('Stop all push alerts to a browser'), params: ById, response: { 204: z.undefined() } } },
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
      return news ? countReach(db, news) : sendProblem(reply, 'not-valid', 'This update can’t be posted.')
    },
  )
}
