import { createHash, randomUUID } from 'node:crypto'
import { CONDITIONS, type Condition, PERMISSIONS, type Permission, RULEBOOK, type Rulebook } from '@trailwarden/api'
import { actionKind, KEY_SCOPES } from '@trailwarden/domain'
import { aBrowser, aPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { openPaymentProvider } from '@trailwarden/testkit/servers/payment-provider'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import webpush from 'web-push'
import { REPORT } from '#testing/devices.ts'
import type { Db } from './db/database.ts'
import { makeLink } from './features/people/accounts/links.ts'
import { directoryStore, newPhotoName } from './files/photo-store.ts'
import { AUDITED_ROUTES, NOT_AUDITED } from './testing/cases/audited-acts.ts'
import { ACTORS, type ActorName, type Case, type TestEnv } from './testing/cases/permission-case.ts'
import { CASES } from './testing/cases/permission-cases.ts'
import { aServer } from './testing/test-server.ts'

const UNLIMITED = Object.fromEntries(
  [
    'SIGN_IN_TRIES_PER_ACCOUNT',
    'SIGN_IN_TRIES_PER_ADDRESS',
    'SIGN_IN_TRIES_FROM_ANYWHERE',
    'PASSKEY_TRIES_PER_ADDRESS',
    'REGISTRATIONS_PER_ADDRESS',
    'ACCOUNT_REQUESTS_PER_ADDRESS',
    'RESETS_PER_EMAIL',
    'RESETS_PER_ADDRESS',
    'RESETS_FROM_ANYWHERE',
    'SUBSCRIPTIONS_PER_ADDRESS',
    'SUBSCRIPTIONS_PER_EMAIL',
    'FOLLOWS_PER_ADDRESS',
    'REQUESTS_PER_MINUTE',
    'KEY_REQUESTS_PER_MINUTE',
  ].map((name) => [name, '1000000']),
)

const PUSH_KEYS = webpush.generateVAPIDKeys()

/** A login provider that can't be reached, so routes that depend on it exist but fail. */
const SIGN_ON = {
  VAPID_PUBLIC_KEY: PUSH_KEYS.publicKey,
  VAPID_PRIVATE_KEY: PUSH_KEYS.privateKey,
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'trails',
  OIDC_CLIENT_SECRET: 'none',
  OIDC_EMAIL_DOMAINS: 'council.example',
}

const ROLE: Record<ActorName, number> = {
  visitor: 0,
  member: 1,
  owner: 1,
  manager: 2,
  'manager on itself': 2,
  administrator: 4,
  'disabled manager': 2,
}

async function aMatrix() {
  const rulebook: Rulebook = { ...RULEBOOK }
  const provider = await openPaymentProvider()
  onTestFinished(() => provider.close())
  const billing = { role: 2, plans: [{ price: 'price_1', headline: 'Crew', prices: ['$1'], features: 'Everything' }] }
  const { app, database, site, config } = await aServer({
    environment: { ...UNLIMITED, ...provider.environment, ...SIGN_ON },
    rulebook,
    site: { billing },
  })
  const { db } = database
  const networks = Object.fromEntries(site.networks.map(({ id }) => [id, { status: 'Open', message: '' }]))
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()

  /** Writes directly to the database, because the test may have changed the API's rules. */
  async function anActionOf(subject: { id: string; email: string }, status: 'Unresolved' | 'Resolved', photoId: string | null = null) {
    const at = new Date().toISOString()
    const by = { createdAt: at, createdBy: subject.id, createdByName: 'x', updatedAt: at, updatedBy: subject.id, updatedByName: 'x' }
    const assigned = { assignedTo: subject.id, assignedName: 'x', assignedEmail: subject.email }
    const { photoStored: _, photos: __, ...blank } = actionKind.blank
    const fields = { ...blank, ...REPORT, photoId, rating: 'Low' as const, status }
    const completedAt = status === 'Resolved' ? at : null
    const action = { ...fields, id: randomUUID(), ...assigned, ...by, recordedAt: at, completedAt, version: 1, deletedAt: null }
    const { rows } = await database.pool.query<{ n: number }>(`select nextval('action_number') as n`)
    await db
      .insertInto('actions')
      .values({ ...action, number: String(rows[0]?.n).padStart(4, '0'), notes: '[]' })
      .execute()
    const line = { kind: 'action' as const, recordId: action.id, version: 1, commandId: randomUUID(), changes: '{}', recordedAt: at }
    await db
      .insertInto('history')
      .values({ ...line, createdAt: new Date(), createdBy: subject.id, createdByName: 'x' })
      .execute()
    return action.id
  }

  async function aPhotoOf(subject: { id: string; email: string }, status: 'Unresolved' | 'Resolved') {
    const [id, bytes, now] = [randomUUID(), await picture, new Date()]
    const actionId = await anActionOf(subject, status, id)
    const file = newPhotoName(subject.id)
    await directoryStore(config.PHOTOS_DIR).put(file, bytes)
    const sentHash = createHash('sha256').update(bytes).digest()
    await db.insertInto('photos').values({ id, ownerId: subject.id, actionId, file, sentHash, storedAt: now, createdAt: now }).execute()
    return id
  }

  let ranges = 0
  async function aTestEnv(actor: ActorName, { subjectRole = 1, alone = false }: Case): Promise<TestEnv> {
    const caller = actor === 'visitor' ? null : await aPerson(db, { role: ROLE[actor], disabled: actor === 'disabled manager' })
    const isOwn = actor === 'owner' || actor === 'manager on itself'
    const subject = isOwn && caller ? caller : await aPerson(db, { role: subjectRole })
    if (alone) await onlyManager(db, caller?.id ?? subject.id)
    else await aPerson(db, { role: 2 })
    const newEmail = `new.${subject.email}`
    const [now, hour] = [new Date(), 3_600_000]
    const tokens = await db.transaction().execute(async (tx) => ({
      setPasswordToken: await makeLink(tx, subject.id, { purpose: 'set-password' }, hour, now),
      confirmEmailToken: await makeLink(tx, subject.id, { purpose: 'confirm-email', newEmail: `confirmed.${subject.email}` }, hour, now),
    }))
    // Each request comes from a local address in a different range, because reports without an account are limited by range.
    const n = ranges++
    const browser = aBrowser(app, { address: `127.${(n >> 8) & 255}.${n & 255}.1`, cookie: caller?.cookie ?? '' })
    return {
      browser,
      db,
      subject,
      newEmail,
      password: PASSWORD,
      ...tokens,
      networks,
      anAction: (status) => anActionOf(subject, status),
      aPhotoOf: (status) => aPhotoOf(subject, status),
      jpeg: () => picture,
    }
  }

  async function judge(one: Case, actor: ActorName): Promise<string | null> {
    const expected = one.cells.split(' ')[ACTORS.indexOf(actor)] ?? '?'
    const { statusCode } = await one.call(await aTestEnv(actor, one))
    const signedOut = actor === 'visitor' || actor === 'disabled manager'
    const isRight =
      expected === '+'
        ? statusCode < 300
        : expected === '-'
          ? signedOut
            ? statusCode === 401
            : statusCode === 403 || (one.alone === true && statusCode === 409)
          : statusCode === (expected === '!' ? 422 : Number(expected))
    return isRight ? null : `${one.route} ${one.about ?? ''} by ${actor}: expected ${expected}, got ${statusCode}`
  }
  return { app, db, rulebook, judge }
}

async function onlyManager(db: Db, id: string) {
  await db.updateTable('people').set({ disabled: true }).where('role', '>=', 2).where('id', '<>', id).execute()
}

test('every route has a row in the permission table and a case here, and no row is unused', async () => {
  const { app } = await aMatrix()
  const routes = Object.keys(PERMISSIONS)
  expect([...new Set(CASES.map((one) => one.route))].sort()).toEqual([...routes].sort())
  for (const route of routes.filter((name) => name !== 'GET /*')) {
    const [method = '', url = ''] = route.split(' ')
    expect(app.hasRoute({ method: method as 'GET', url }), route).toBe(true)
  }
  expect(() => app.get('/api/undecided', async () => 'open')).toThrow('GET /api/undecided has no row in the permission table')
  expect(() => app.delete('/undecided', async () => 'open')).toThrow('DELETE /undecided has no row in the permission table')
})

test('USR-04 USR-05 every cell of the permission matrix is as expected', { timeout: 900_000 }, async () => {
  const { judge } = await aMatrix()
  const wrong: string[] = []
  for (const one of CASES) {
    expect(one.cells.split(' '), `${one.route} ${one.about ?? ''}`).toHaveLength(ACTORS.length)
    for (const actor of ACTORS) {
      const deviation = await judge(one, actor)
      if (deviation) wrong.push(deviation)
    }
  }
  const cells = CASES.length * ACTORS.length
  console.log(
    `matrix: ${Object.keys(PERMISSIONS).length} routes, ${CASES.length} rows, ${cells} cells, ${cells - wrong.length} as expected`,
  )
  expect(wrong).toEqual([])
})

test('NET-5 every request to a route writes the audit event that the table names', { timeout: 300_000 }, async () => {
  const { db, judge } = await aMatrix()
  const unsafe = Object.keys(PERMISSIONS).filter((route) => !route.startsWith('GET '))
  expect(unsafe.filter((route) => !(route in AUDITED_ROUTES) && !(route in NOT_AUDITED))).toEqual([])
  expect(Object.keys({ ...AUDITED_ROUTES, ...NOT_AUDITED }).filter((route) => !(route in PERMISSIONS))).toEqual([])
  const missing: string[] = []
  for (const [route, event] of Object.entries(AUDITED_ROUTES)) {
    const written: string[] = []
    // All cases of a route share one check, because each changes something different and only one of them has to write the event.
    for (const one of CASES.filter((some) => some.route === route)) {
      const actor = ACTORS.findLast((name, i) => name !== 'disabled manager' && ['+', '204'].includes(one.cells.split(' ')[i] ?? ''))
      if (!actor) continue
      const { last } = await db
        .selectFrom('auditLog')
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow()
      await judge(one, actor)
      const rows = await db
        .selectFrom('auditLog')
        .select('event')
        .where('id', '>', last ?? 0)
        .execute()
      written.push(...rows.map((row) => row.event))
      if (written.includes(event)) break
    }
    if (!written.includes(event)) missing.push(`${route}: ${event}, but ${written.join(', ') || 'nothing'}`)
  }
  expect(missing).toEqual([])
})

type Mutant = { name: string; rulebook: Rulebook; touches: (route: string) => boolean }

function mutants(): Mutant[] {
  const bentRow = (route: string, name: string, permission: Permission): Mutant => ({
    name: `${route}: ${name}`,
    rulebook: { ...RULEBOOK, permissions: { ...PERMISSIONS, [route]: permission } },
    touches: (touched) => touched === route,
  })
  const without = (list: readonly Condition[], dropped: Condition) => list.filter((condition) => condition !== dropped)
  const rows = Object.entries(PERMISSIONS).flatMap(([route, permission]) => [
    ...[0, 1, 2, 3, 4].filter((role) => role !== permission.role).map((role) => bentRow(route, `role ${role}`, { ...permission, role })),
    ...(permission.scope ? KEY_SCOPES : [])
      .filter((scope) => scope !== permission.scope)
      .map((scope) => bentRow(route, `scope ${scope}`, { ...permission, scope })),
    ...(permission.when ?? []).map((dropped) =>
      bentRow(route, `without ${dropped}`, { ...permission, when: without(permission.when ?? [], dropped) }),
    ),
    ...Object.entries(permission.fields ?? {}).flatMap(([field, conditions]) => [
      bentRow(route, `${field} not writable`, {
        ...permission,
        fields: Object.fromEntries(Object.entries(permission.fields ?? {}).filter(([name]) => name !== field)),
      }),
      ...conditions.map((dropped) =>
        bentRow(route, `${field} without ${dropped}`, {
          ...permission,
          fields: { ...permission.fields, [field]: without(conditions, dropped) },
        }),
      ),
    ]),
  ])
  const uses = (route: string, condition: Condition) => {
    const { when = [], fields = {} } = PERMISSIONS[route] ?? {}
    return [...when, ...Object.values(fields).flat()].includes(condition)
  }
  const meanings = (Object.keys(CONDITIONS) as Condition[]).map(
    (condition): Mutant => ({
      name: `${condition} inverted`,
      rulebook: {
        ...RULEBOOK,
        conditions: {
          ...CONDITIONS,
          [condition]: (situation: Parameters<(typeof CONDITIONS)[Condition]>[0]) => !CONDITIONS[condition](situation),
        },
      },
      touches: (route) => uses(route, condition),
    }),
  )
  return [...rows, ...meanings]
}

test('the matrix detects every mutated rule', { timeout: 900_000 }, async () => {
  const { rulebook, judge } = await aMatrix()
  const isNoticed = async (mutant: Mutant) => {
    Object.assign(rulebook, mutant.rulebook)
    for (const one of CASES.filter(({ route }) => mutant.touches(route))) {
      for (const actor of ACTORS) if (await judge(one, actor)) return true
    }
    return false
  }
  const all = mutants()
  const survivors: string[] = []
  for (const mutant of all) if (!(await isNoticed(mutant))) survivors.push(mutant.name)
  console.log(`mutants: ${all.length} rules mutated, ${all.length - survivors.length} detected`)
  expect(survivors).toEqual([])
})
