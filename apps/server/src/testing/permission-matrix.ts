import { createHash, randomUUID } from 'node:crypto'
import { RULEBOOK, type Rulebook } from '@trailwarden/api'
import { actionKind } from '@trailwarden/domain'
import { createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { openPaymentProvider } from '@trailwarden/testkit/servers/payment-provider'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import webpush from 'web-push'
import type { Db } from '#db/database.ts'
import { makeLink } from '#features/people/accounts/links.ts'
import { directoryStore, newPhotoName } from '#files/photo-store.ts'
import { ACTORS, type ActorName, type Case, type TestEnv } from './cases/permission-case.ts'
import { REPORT } from './devices.ts'
import { createTestServer } from './test-server.ts'

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

export async function createMatrix() {
  const rulebook: Rulebook = { ...RULEBOOK }
  const provider = await openPaymentProvider()
  onTestFinished(() => provider.close())
  const billing = { role: 2, plans: [{ price: 'price_1', headline: 'Crew', prices: ['$1'], features: 'Everything' }] }
  const { app, database, site, config } = await createTestServer({
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
  async function createActionOf(subject: { id: string; email: string }, status: 'Unresolved' | 'Resolved', photoId: string | null = null) {
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

  async function createPhotoOf(subject: { id: string; email: string }, status: 'Unresolved' | 'Resolved') {
    const [id, bytes, now] = [randomUUID(), await picture, new Date()]
    const actionId = await createActionOf(subject, status, id)
    const file = newPhotoName(subject.id)
    await directoryStore(config.PHOTOS_DIR).put(file, bytes)
    const sentHash = createHash('sha256').update(bytes).digest()
    await db.insertInto('photos').values({ id, ownerId: subject.id, actionId, file, sentHash, storedAt: now, createdAt: now }).execute()
    return id
  }

  let ranges = 0
  async function createTestEnv(actor: ActorName, { subjectRole = 1, alone = false }: Case): Promise<TestEnv> {
    const caller = actor === 'visitor' ? null : await createPerson(db, { role: ROLE[actor], disabled: actor === 'disabled manager' })
    const isOwn = actor === 'owner' || actor === 'manager on itself'
    const subject = isOwn && caller ? caller : await createPerson(db, { role: subjectRole })
    if (alone) await onlyManager(db, caller?.id ?? subject.id)
    else await createPerson(db, { role: 2 })
    const newEmail = `new.${subject.email}`
    const [now, hour] = [new Date(), 3_600_000]
    const tokens = await db.transaction().execute(async (tx) => ({
      setPasswordToken: await makeLink(tx, subject.id, { purpose: 'set-password' }, hour, now),
      confirmEmailToken: await makeLink(tx, subject.id, { purpose: 'confirm-email', newEmail: `confirmed.${subject.email}` }, hour, now),
    }))
    // Each request comes from a local address in a different range, because reports without an account are limited by range.
    const n = ranges++
    const browser = createBrowser(app, { address: `127.${(n >> 8) & 255}.${n & 255}.1`, cookie: caller?.cookie ?? '' })
    return {
      browser,
      db,
      subject,
      newEmail,
      password: PASSWORD,
      ...tokens,
      networks,
      createAction: (status) => createActionOf(subject, status),
      createPhotoOf: (status) => createPhotoOf(subject, status),
      jpeg: () => picture,
    }
  }

  async function judge(one: Case, actor: ActorName): Promise<string | null> {
    const expected = one.cells.split(' ')[ACTORS.indexOf(actor)] ?? '?'
    const { statusCode } = await one.call(await createTestEnv(actor, one))
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
