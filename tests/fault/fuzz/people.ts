import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { SETTINGS_ID } from '@trailwarden/domain'
import { AREA, createTestDevice, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import type { Secrets } from './oracle.ts'
import type { ActorName } from './requests.ts'
import type { Known } from './values.ts'

const PASSWORD = 'trailwarden sample'
const id = (n: number) => `f0220000-0000-4000-8000-${String(n).padStart(12, '0')}`
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** People without a role here are canaries, whose contact details must not leak. */
const PEOPLE = [
  { id: id(1), role: 1, actor: 'role 1' },
  { id: id(2), role: 2, actor: 'role 2' },
  { id: id(3), role: 3, actor: 'role 3' },
  { id: id(4), role: 4, actor: 'role 4' },
  { id: id(11), role: 1, actor: null },
  { id: id(12), role: 2, actor: null },
  { id: id(13), role: 4, actor: null },
].map((person, n) => ({
  ...person,
  email: `canary-${n}.zq7x@canary.example`,
  phone: `+61 491 570 ${156 + n}`,
  token: randomBytes(32).toString('base64url'),
  setPassword: randomBytes(32).toString('base64url'),
  confirmEmail: randomBytes(32).toString('base64url'),
  sessionId: randomUUID(),
}))

export const idOf = (actor: ActorName) => PEOPLE.find((person) => person.actor === actor)?.id ?? ''
export const cookieOf = (actor: ActorName) => {
  if (actor === 'forged session') return `__Host-tw=${Buffer.alloc(32, 1).toString('base64url')}`
  const token = PEOPLE.find((person) => person.actor === actor)?.token
  return token ? `__Host-tw=${token}` : ''
}
export const maySeePeople = (actor: ActorName) => ['role 2', 'role 3', 'role 4'].includes(actor)

/** The requests delete, disable, rename and log out people, so accounts, sessions and links are restored. New accounts are removed. */
export async function restorePeople({ pool }: TestEnv): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`delete from people where email not like '%@canary.example' and email not like '%@example.org'`)
    for (const person of PEOPLE) {
      await client.query('delete from people where email = $1 and id <> $2', [person.email, person.id])
      await client.query(
        `insert into people (id, display_name, email, phone, role, disabled, created_at) values ($1, $2, $3, $4, $5, false, now())
         on conflict (id) do update set email = excluded.email, phone = excluded.phone, role = excluded.role, disabled = false
         where (people.email, people.phone, people.role, people.disabled) is distinct from (excluded.email, excluded.phone, excluded.role, false)`,
        [person.id, `Person ${person.id.slice(-2)}`, person.email, person.phone, person.role],
      )
      await client.query(
        `insert into passwords (person_id, hash, changed_at) select $1, hash, now() from passwords where person_id = (select id from people where email = 'member@example.org')
         on conflict (person_id) do update set hash = excluded.hash`,
        [person.id],
      )
      await client.query(
        `insert into sessions (id, token_hash, person_id, device, created_at, last_seen_at, role_at_sign_in, has_two_factors)
         values ($1, $2, $3, 'Fuzz', now(), now(), $4, false)
         on conflict (id) do nothing`,
        [person.sessionId, sha256(person.token), person.id, person.role],
      )
      for (const [purpose, token] of [
        ['set-password', person.setPassword],
        ['confirm-email', person.confirmEmail],
      ] as const)
        await client.query(
          `insert into account_links (person_id, purpose, token_hash, new_email, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')
           on conflict (person_id, purpose) do update set token_hash = excluded.token_hash, new_email = excluded.new_email, expires_at = excluded.expires_at`,
          [person.id, purpose, sha256(token), purpose === 'confirm-email' ? `confirmed-${person.id}@canary.example` : null],
        )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function read<T>(env: TestEnv, path: string, cookie = ''): Promise<T> {
  const reply = await fetch(`${env.address}${path}`, { headers: { cookie } })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return (await reply.json()) as T
}

/** Some of the records are about the canaries. */
export async function plant(env: TestEnv, jpeg: Buffer): Promise<{ known: Known; secrets: Secrets }> {
  await restorePeople(env)
  const [member, manager] = [await createTestDevice(env, 'member@example.org'), await createTestDevice(env, 'manager@example.org')]
  const [canary] = PEOPLE.filter(({ actor }) => actor === null)
  const reports = Array.from({ length: 6 }, () => member.report())
  const [photoId, updateId] = [randomUUID(), randomUUID()]
  const { site } = await read<{ site: { networks: { id: string }[]; areas: { name: string }[] } }>(env, '/api/public/page-data')
  const { networks, areas } = site
  const statuses = Object.fromEntries(networks.map((network) => [network.id, { status: 'Open', message: 'Dry' }]))
  await member.drain(reports)
  await fetch(`${env.address}/api/photos/${photoId}`, {
    method: 'PUT',
    headers: { ...member.headers, 'content-type': 'image/jpeg' },
    body: new Uint8Array(jpeg),
  })
  await member.drain([member.command('action', reports[0]?.recordId ?? '', { photoId }, 1)])
  await manager.drain([
    ...reports.slice(1, 4).map(({ recordId }) => manager.command('action', recordId, { assignedTo: canary?.id }, 1)),
    manager.command('settings', SETTINGS_ID, { reviewerId: id(12) }, 1),
    manager.command('trail-update', updateId, { networks: statuses }),
  ])
  const { markers = [] } = await read<{ markers?: { code: string }[] }>(env, '/api/public/site-data')
  const codes = markers.slice(0, 8).map(({ code }) => code)
  const linkReply = await fetch(`${env.address}/api/brief-links`, {
    method: 'POST',
    headers: manager.headers,
    body: JSON.stringify({ code: codes[0], hours: 4 }),
  })
  const { token: briefToken = 'none' } = (await linkReply.json()) as { token?: string }
  const { cursor } = await read<{ cursor: string }>(env, '/api/pull', manager.cookie)
  const { cursor: own } = await read<{ cursor: string }>(env, '/api/pull', cookieOf('role 1'))
  const { rows: hashes } = await env.pool.query<{ hash: string }>('select hash from passwords')
  const subscriptionId = randomUUID()
  await env.pool.query(
    `insert into status_subscriptions (id, email, networks, created_at) values ($1, 'canary-s.zq7x@canary.example', $2, now())`,
    [subscriptionId, [networks[0]?.id]],
  )
  const links = PEOPLE.flatMap(({ setPassword, confirmEmail }) => [setPassword, confirmEmail])
  return {
    known: {
      // If a request made the member who sends requests a manager, the member could read contact details.
      ids: [
        ...PEOPLE.filter(({ actor }) => actor !== 'role 1').map((person) => person.id),
        ...PEOPLE.map(({ sessionId }) => sessionId),
        ...reports.map(({ recordId }) => recordId),
        photoId,
        updateId,
        subscriptionId,
        SETTINGS_ID,
      ],
      emails: [...PEOPLE.map(({ email }) => email), 'nobody@fuzz.example'],
      passwords: [PASSWORD, 'another long password', 'password'],
      tokens: [...links, briefToken, 'x'.repeat(43)],
      cursors: [cursor, own, cursor.slice(0, -4), ''],
      codes: [...codes, 'NOPE'],
      networks: networks.map((network) => network.id),
      areas: [AREA, ...areas.map(({ name }) => name), 'Nowhere'],
      settingsId: SETTINGS_ID,
    },
    secrets: {
      canaries: [
        ...PEOPLE.flatMap(({ id: owner, email, phone, setPassword, confirmEmail }) => [
          { text: email, owner, links: [setPassword, confirmEmail] },
          { text: phone, owner },
        ]),
        { text: 'canary-s.zq7x@canary.example', owner: '' },
      ],
      never: [
        ...PEOPLE.map(({ token }) => token),
        ...PEOPLE.map(({ token }) => sha256(token).toString('hex')),
        ...links,
        ...hashes.map(({ hash }) => hash),
        env.photos,
      ],
    },
  }
}
