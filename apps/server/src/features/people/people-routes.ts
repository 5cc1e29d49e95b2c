import { Me, MePatch, MyPicture, SessionList, SignedIn, UserAnswer, UserCreate, UserList, UserPatch } from '@trailwarden/api'
import { personOf } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { signedIn } from '#http/guard.ts'
import { sendProblem } from '#http/problem.ts'
import { changeOwn, type PeopleDependencies } from './accounts.ts'
import { findPerson } from './people-store.ts'
import { setPicture } from './pictures.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'
import { asTheySeeThemselves } from './sign-in.ts'
import { changeUser, createUser, deleteUser, listUsers } from './users.ts'

const NOTHING = z.undefined()
const ById = z.object({ id: z.uuid() })

/** The person's own profile and sessions. */
export function meRoutes(app: FastifyInstance, people: PeopleDependencies): void {
  const { db } = people
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['me'] })

  routes.get('/api/me', { schema: { ...about('Who is signed in'), response: { 200: Me } } }, async (request) => {
    const person = request.actor && (await findPerson(db, request.actor.id))
    return { person: person && (await asTheySeeThemselves(people, person)) }
  })

  routes.patch(
    '/api/me',
    { schema: { ...about('Change the own profile'), body: MePatch, response: { 200: SignedIn } } },
    async (request) => ({ person: await asTheySeeThemselves(people, await changeOwn(db, signedIn(request), request.body)) }),
  )

  routes.put(
    '/api/me/picture',
    { schema: { ...about('Set or remove the own picture'), body: MyPicture, response: { 200: SignedIn } } },
    async (request, reply) => {
      const decision = await setPicture(people, signedIn(request), request.body.photoId, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return { person: await asTheySeeThemselves(people, decision.record) }
    },
  )

  routes.get('/api/me/sessions', { schema: { ...about('Where one is signed in'), response: { 200: SessionList } } }, async (request) =>
    listSessions(db, signedIn(request).id, request.sessionId),
  )

  routes.delete(
    '/api/me/sessions',
    { schema: { ...about('Sign out everywhere else'), response: { 204: NOTHING } } },
    async (request, reply) => {
      await endSessions(db, signedIn(request).id, request.sessionId)
      return reply.code(204).send()
    },
  )

  routes.delete(
    '/api/me/sessions/:id',
    { schema: { ...about('Sign out somewhere'), params: ById, response: { 204: NOTHING } } },
    async (request, reply) => {
      const ended = await endSession(db, signedIn(request).id, request.params.id)
      return ended ? reply.code(204).send() : sendProblem(reply, 'not-found', 'no such session')
    },
  )
}

/** Other people, for managers. */
export function userRoutes(app: FastifyInstance, people: PeopleDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = people
  const about = (summary: string) => ({ summary, tags: ['users'] })

  routes.get('/api/users', { schema: { ...about('Everyone, by name'), response: { 200: UserList } } }, async () => ({
    users: (await listUsers(db)).map(personOf),
  }))

  routes.get(
    '/api/users/:id',
    { schema: { ...about('One person'), params: ById, response: { 200: UserAnswer } } },
    async (request, reply) => {
      const person = await findPerson(db, request.params.id)
      return person ? { user: personOf(person) } : sendProblem(reply, 'not-found', 'no such person')
    },
  )

  routes.post(
    '/api/users',
    { schema: { ...about('Invite a person, who gets a link to set a password'), body: UserCreate, response: { 201: UserAnswer } } },
    async (request, reply) => {
      const actor = signedIn(request)
      const decision = await db.transaction().execute((tx) => createUser(people, tx, actor, request.body, new Date()))
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return reply.code(201).send({ user: personOf(decision.record) })
    },
  )

  routes.patch(
    '/api/users/:id',
    { schema: { ...about('Change a person’s phone, role or access'), params: ById, body: UserPatch, response: { 200: UserAnswer } } },
    async (request, reply) => {
      const decision = await changeUser(people, signedIn(request), request.params.id, request.body, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return { user: personOf(decision.record) }
    },
  )

  routes.delete(
    '/api/users/:id',
    { schema: { ...about('Delete a person’s account'), params: ById, response: { 204: NOTHING } } },
    async (request, reply) => {
      const decision = await deleteUser(people, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
