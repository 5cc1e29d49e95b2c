import {
  AddressConfirmation,
  ApprovalBlocks,
  Me,
  MePatch,
  MyPicture,
  SecondFactorReset,
  SecondFactorResetAnswer,
  SessionList,
  SignedIn,
  UserAnswer,
  UserCreate,
  UserList,
  UserPatch,
} from '@trailwarden/api'
import { personOf } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { audit } from '#db/audit.ts'
import { sendProblem } from '#http/problem.ts'
import { signedIn } from '#http/security/guard.ts'
import { listApprovalBlocks } from './accounts/account-grants.ts'
import { changeOwn, type PeopleDependencies } from './accounts/accounts.ts'
import { confirmAddress } from './accounts/confirm-address.ts'
import { resetSecondFactor, withdrawReset } from './passkeys/second-factor-reset.ts'
import { findPerson } from './people-store.ts'
import type { ConfirmIdentity } from './sessions/identity.ts'
import { endSession, endSessions, listSessions } from './sessions/sessions.ts'
import { toOwnPerson } from './sessions/sign-in.ts'
import { setPicture } from './users/pictures.ts'
import { changeUser, createUser, deleteUser, listUsers } from './users/users.ts'

const NOTHING = z.undefined()
const ById = z.object({ id: z.uuid() })

export function meRoutes(app: FastifyInstance, people: PeopleDependencies): void {
  const { db } = people
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['me'] })

  routes.get('/api/me', { schema: { ...about('The person who is logged in'), response: { 200: Me } } }, async (request) => {
    const person = request.actor && (await findPerson(db, request.actor.id))
    return { person: person && toOwnPerson(person, request) }
  })

  routes.patch('/api/me', { schema: { ...about('Change your profile'), body: MePatch, response: { 200: SignedIn } } }, async (request) => ({
    person: toOwnPerson(await changeOwn(db, signedIn(request), request.body, new Date()), request),
  }))

  routes.put(
    '/api/me/picture',
    { schema: { ...about('Set or remove your profile photo'), body: MyPicture, response: { 200: SignedIn } } },
    async (request, reply) => {
      const decision = await setPicture(people, signedIn(request), request.body.photoId, new Date())
      if (!decision.ok) return sendProblem(reply, decision.refusal.code, decision.refusal.detail)
      return { person: toOwnPerson(decision.record, request) }
    },
  )

  routes.get(
    '/api/me/approval-blocks',
    { schema: { ...about('People whose entries you can’t approve, and why'), response: { 200: ApprovalBlocks } } },
    async (request) => ({ blocks: await listApprovalBlocks(db, signedIn(request).id, new Date()) }),
  )

  routes.get('/api/me/sessions', { schema: { ...about('Where you’re logged in'), response: { 200: SessionList } } }, async (request) =>
    listSessions(db, signedIn(request).id, request.sessionId),
  )

  routes.delete(
    '/api/me/sessions',
    { schema: { ...about('Log out on all other devices'), response: { 204: NOTHING } } },
    async (request, reply) => {
      const { id } = signedIn(request)
      await db.transaction().execute(async (tx) => {
        await endSessions(tx, id, request.sessionId)
        await audit(tx, 'sessions-ended', { actorId: id, subjectId: id }, new Date())
      })
      return reply.code(204).send()
    },
  )

  routes.delete(
    '/api/me/sessions/:id',
    { schema: { ...about('Log out on one device'), params: ById, response: { 204: NOTHING } } },
    async (request, reply) => {
      const { id } = signedIn(request)
      const ended = await db.transaction().execute(async (tx) => {
        const isEnded = await endSession(tx, id, request.params.id)
        if (isEnded) await audit(tx, 'sessions-ended', { actorId: id, subjectId: id }, new Date())
        return isEnded
      })
      return ended ? reply.code(204).send() : sendProblem(reply, 'not-found', 'no such session')
    },
  )
}

export function userRoutes(app: FastifyInstance, people: PeopleDependencies, confirmIdentity: ConfirmIdentity): void {
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
    { schema: { ...about('Invite a person with a link to set a password'), body: UserCreate, response: { 201: UserAnswer } } },
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

  routes.post(
    '/api/users/:id/address',
    {
      schema: {
        ...about('Confirm or correct an address that a restore has made doubtful'),
        params: ById,
        body: AddressConfirmation,
        response: { 204: NOTHING },
      },
    },
    async (request, reply) => {
      const { email, proof } = request.body
      if (!(await confirmIdentity(request, reply, proof))) return reply
      const decision = await confirmAddress(people, signedIn(request), request.params.id, email, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.post(
    '/api/users/:id/second-factor-reset',
    {
      schema: {
        ...about('Reset a person’s second factor, or request a reset if the person is an administrator'),
        params: ById,
        body: SecondFactorReset,
        response: { 200: SecondFactorResetAnswer },
      },
    },
    async (request, reply) => {
      if (!(await confirmIdentity(request, reply, request.body.proof))) return reply
      const decision = await resetSecondFactor(people, signedIn(request), request.params.id, new Date())
      return decision.ok ? { outcome: decision.record } : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )

  routes.delete(
    '/api/users/:id/second-factor-reset',
    { schema: { ...about('Withdraw the request to reset a second factor'), params: ById, response: { 204: NOTHING } } },
    async (request, reply) => {
      const decision = await withdrawReset(people, signedIn(request), request.params.id, new Date())
      return decision.ok ? reply.code(204).send() : sendProblem(reply, decision.refusal.code, decision.refusal.detail)
    },
  )
}
