import { SignInSettings, SignOnTest } from '@trailwarden/api'
import { MANAGER_SESSION_DAYS, SESSION_DAYS, SESSION_IDLE_DAYS } from '@trailwarden/domain'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { sendProblem } from '#http/problem.ts'
import { createBucket } from '#http/security/rate-limit.ts'
import type { PeopleDependencies } from '../accounts/accounts.ts'
import type { SignOnProvider } from '../single-sign-on/sign-on-provider.ts'

export type SignOnInForce = {
  provider: SignOnProvider
  about: { name: string; issuer: string; domains: string[] | null; roles: Record<string, number>; twoFactors: string[] }
}

type Counts = { people: number; passkeys: number; missing: number; passwords: number; signOn: number; signOnAt: Date | null }

const TESTS_PER_MINUTE = 10

async function count({ db, passkeyFromRole }: PeopleDependencies, issuer: string | null): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with able as (select id, role, exists (select from passkeys k where k.person_id = p.id) as has_passkey from people p where not disabled)
    select count(*)::int as people, count(*) filter (where has_passkey)::int as passkeys,
      count(*) filter (where role >= ${passkeyFromRole ?? 5} and not has_passkey)::int as missing,
      count(*) filter (where exists (select from passwords w where w.person_id = able.id))::int as passwords,
      count(*) filter (where exists (select from oidc_identities o where o.person_id = able.id and o.issuer = ${issuer}))::int as sign_on,
      (select max(last_used_at) from oidc_identities where issuer = ${issuer}) as sign_on_at
    from able`.execute(db)
  if (!rows[0]) throw new Error('The database returned no counts.')
  return rows[0]
}

export function signInSettingsRoutes(app: FastifyInstance, people: PeopleDependencies, signOn: SignOnInForce | null): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const about = (summary: string) => ({ summary, tags: ['users'] })
  const tests = createBucket(TESTS_PER_MINUTE, TESTS_PER_MINUTE)

  routes.get(
    '/api/sign-in-settings',
    { schema: { ...about('Login settings in force'), response: { 200: SignInSettings } } },
    async (): Promise<SignInSettings> => {
      const counted = await count(people, signOn?.about.issuer ?? null)
      const lastUsedAt = counted.signOnAt?.toISOString() ?? null
      return {
        people: counted.people,
        passkeys: { people: counted.passkeys, neededFromRole: people.passkeyFromRole, missing: counted.missing },
        passwords: { people: counted.passwords },
        singleSignOn: signOn && { ...signOn.about, people: counted.signOn, lastUsedAt },
        registration: people.registration,
        sessions: { days: SESSION_DAYS, managerDays: MANAGER_SESSION_DAYS, unusedDays: SESSION_IDLE_DAYS },
      }
    },
  )

  routes.post(
    '/api/sign-in-settings/test',
    { schema: { ...about('Test the council’s login provider'), body: z.strictObject({}), response: { 200: SignOnTest } } },
    async (_request, reply) => {
      if (!signOn) return sendProblem(reply, 'not-found', 'No provider is set up.')
      const waitSeconds = tests.take('all', performance.now())
      if (waitSeconds > 0)
        return sendProblem(
          reply.header('retry-after', String(waitSeconds)),
          'too-many-requests',
          'Tested too many times. Wait a few minutes.',
        )
      const wrong = await signOn.provider.check()
      return { works: wrong === null, detail: wrong ?? `${signOn.about.name} is working.` }
    },
  )
}
