/**
 * Closed trails, ended sessions and deleted data must not return after a restore (RULES.md, T31). `npm run fault -- RESTORES --full` runs a
 * hundred random histories. `RESTORE_FIRST` sets the first seed.
 */
import { randomUUID } from 'node:crypto'
import type { TrailStatus } from '@trailwarden/domain'
import { as, createBrowser, createPerson, PASSWORD } from '@trailwarden/testkit/devices/people'
import { createRandom } from '@trailwarden/testkit/random'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReporter } from '#testing/reporters.ts'
import { backUp, createFirstServer, createManager, latestOf, logIn, networksOf, restore, type Server, wordsOf } from '#testing/restores.ts'
import { createPasskey } from '#testing/soft-passkey.ts'
import { isAddressDoubtful } from '../people/accounts/doubtful-addresses.ts'
import { makeLink } from '../people/accounts/links.ts'
import { makeRecoveryCodes, useUpRecoveryCode } from '../people/accounts/recovery-codes.ts'
import { makeTakeBackLink } from '../people/accounts/take-back.ts'
import { isHeld } from '../people/sessions/answering.ts'

const HISTORIES = Number(process.env.RESTORE_HISTORIES ?? 3)
const FIRST = Number(process.env.RESTORE_FIRST ?? 1)

test(
  `SEC-N3 in ${HISTORIES} random histories, a restore reopens nothing and brings back nothing that was removed`,
  async () => {
    const total: Counts = { sessions: 0, keys: 0, links: 0, webhooks: 0, ended: 0, endedSinceBackup: 0, surfaces: 0 }
    for (let seed = FIRST; seed < FIRST + HISTORIES; seed++) {
      const counts = await playHistory(seed)
      for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name]
      console.log(`restores: ${JSON.stringify({ histories: seed - FIRST + 1, ...total })}`)
    }
  },
  HISTORIES * 60_000,
)

/**
 * `sessions`, `keys`, `links` and `webhooks` count entries that worked until the restore. `endedSinceBackup` counts ended entries that
 * still worked in the backup.
 */
type Counts = Record<'sessions' | 'keys' | 'links' | 'webhooks' | 'ended' | 'endedSinceBackup' | 'surfaces', number>

type Gone = Record<
  'contacts' | 'people' | 'disabled' | 'lowered' | 'passwords' | 'passkeys' | 'webhooks' | 'signOns' | 'codes' | 'addresses',
  string[]
>

const ISSUER = 'https://login.council.example'

async function playHistory(seed: number): Promise<Counts> {
  const { next: random, pick } = createRandom(seed)
  const first = await createFirstServer()
  const { app, database } = first
  const boss = await as(app, database.db, { role: 4 })
  const managers = [await createManager(first), await createManager(first)]
  const people = await Promise.all(Array.from({ length: 5 }, () => createPerson(database.db, { role: 2 })))
  const passkeys = await Promise.all(people.map(({ id }) => createPasskey(database.db, id)))
  const cookies = [boss.person.cookie, ...people.map(({ cookie }) => cookie)]
  const [secrets, briefTokens, accountTokens]: [string[], string[], string[]] = [[], [], []]
  const reports: { id: string; code: string }[] = []
  const gone: Gone = {
    contacts: [],
    people: [],
    disabled: [],
    lowered: [],
    passwords: [],
    passkeys: [],
    webhooks: [],
    signOns: [],
    codes: [],
    addresses: [],
  }
  const codes = new Map<string, string[]>()
  for (const { id } of people) {
    codes.set(id, await database.db.transaction().execute((tx) => makeRecoveryCodes(tx, id, new Date())))
    const identity = { issuer: ISSUER, subject: id, personId: id, givenRole: null, linkedAt: new Date(), lastUsedAt: new Date() }
    await database.db.insertInto('oidcIdentities').values(identity).execute()
  }
  const alive = () => people.filter(({ id }) => !gone.people.includes(id) && !gone.disabled.includes(id))
  const [keys, webhooks]: [string[], string[]] = [[], []]
  const word = () => pick<TrailStatus>(['Open', 'Open', 'Partially Open', 'Closed'])

  const post = async () => {
    const manager = pick(managers)
    const trails = Object.fromEntries(
      first.trails().flatMap(({ id }) => (random() < 0.1 ? [[id, { status: word(), message: '' }] as const] : [])),
    )
    const patch = { networks: networksOf(first, word), trails, ...(await latestOf(first)) }
    const id = randomUUID()
    if ((await manager.device.do('trail-update', id, patch)).outcome === 'applied') manager.posted.push({ id, patch })
  }
  const acts: (() => Promise<void>)[] = [
    post,
    post,
    post,
    async () => {
      const person = pick(alive())
      const browser = createBrowser(app)
      if (person && !gone.passwords.includes(person.email))
        await browser.post('/api/account/login', { email: person.email, password: PASSWORD })
      if (browser.cookie) cookies.push(browser.cookie)
    },
    async () => {
      const reply = await boss.browser.post('/api/keys', {
        name: 'Club page',
        scopes: ['post-status'],
        days: 30,
        proof: { password: PASSWORD },
      })
      if (reply.statusCode === 201) {
        secrets.push(reply.json().secret)
        keys.push(reply.json().key.id)
      }
    },
    async () => {
      if (keys.length > 0) await boss.browser.remove(`/api/keys/${pick(keys)}`)
    },
    async () => {
      const input = { name: 'Sign', url: 'https://sign.example.org/x', events: ['action'], proof: { password: PASSWORD } }
      const reply = await boss.browser.post('/api/webhooks', input)
      if (reply.statusCode === 201) webhooks.push(reply.json().webhook.id)
    },
    async () => {
      const id = pick(webhooks.filter((one) => !gone.webhooks.includes(one)))
      if (id && (await boss.browser.remove(`/api/webhooks/${id}`)).statusCode === 204) gone.webhooks.push(id)
    },
    async () =>
      void briefTokens.push((await pick(managers).device.browser.post('/api/brief-links', { code: 'bf17', hours: 4 })).json().token),
    async () => {
      const person = pick(alive())
      if (!person) return
      const [now, aim] = [new Date(), { purpose: 'set-password' } as const]
      accountTokens.push(
        await database.db
          .transaction()
          .execute((tx) =>
            random() < 0.5 ? makeLink(tx, person.id, aim, 3_600_000, now) : makeTakeBackLink(tx, person.id, person.email, now),
          ),
      )
    },
    async () => {
      const sent = await createReporter(createBrowser(app, { address: `203.0.113.${Math.floor(random() * 250)}` })).report({
        words: 'Tree',
        contact: 'jo@example.org',
      })
      reports.push({ id: sent.recordId, code: sent.code })
    },
    async () => {
      if (reports.length === 0) return
      const { id, code } = pick(reports)
      if ((await createBrowser(app).post('/api/report-links/forget-contact', { code })).statusCode === 204) gone.contacts.push(id)
    },
    async () => {
      const person = pick(alive())
      if (person && (await boss.browser.patch(`/api/users/${person.id}`, { disabled: true })).statusCode === 200)
        gone.disabled.push(person.id)
    },
    async () => {
      const person = pick(alive())
      if (person && (await boss.browser.patch(`/api/users/${person.id}`, { role: 1 })).statusCode === 200) gone.lowered.push(person.id)
    },
    async () => {
      const person = pick(alive())
      if (person && (await boss.browser.remove(`/api/users/${person.id}`)).statusCode === 204) gone.people.push(person.id)
    },
    async () => {
      const person = pick(alive())
      if (!person || gone.passwords.includes(person.email)) return
      const browser = createBrowser(app, { cookie: person.cookie })
      const change = await browser.post('/api/account/change-password', { current: PASSWORD, password: `berms and jumps ${seed}` })
      if (change.statusCode === 204) gone.passwords.push(person.email)
    },
    async () => {
      const passkey = passkeys[people.indexOf(pick(alive()))]
      if (!passkey || gone.passkeys.includes(passkey.id)) return
      await database.db.deleteFrom('passkeys').where('id', '=', passkey.id).execute()
      gone.passkeys.push(passkey.id)
    },
    async () => {
      const person = pick(alive())
      if (!person || gone.signOns.includes(person.id)) return
      await database.db.deleteFrom('oidcIdentities').where('personId', '=', person.id).execute()
      gone.signOns.push(person.id)
    },
    async () => {
      const person = pick(alive())
      const own = (person && codes.get(person.id)) ?? []
      const code = own.shift()
      if (!person || !code) return
      if (random() < 0.3) {
        const made = await database.db.transaction().execute((tx) => makeRecoveryCodes(tx, person.id, new Date()))
        codes.set(person.id, made)
        gone.codes.push(...[code, ...own].map((one) => `${person.id} ${one}`))
      } else if (await database.db.transaction().execute((tx) => useUpRecoveryCode(tx, person.id, code, new Date())))
        gone.codes.push(`${person.id} ${code}`)
    },
    async () => {
      const person = pick(alive())
      if (!person || gone.passwords.includes(person.email)) return
      person.email = `moved${gone.addresses.length}.${person.email}`
      await database.db.updateTable('people').set({ email: person.email }).where('id', '=', person.id).execute()
      gone.addresses.push(person.id)
    },
  ]
  const length = 8 + Math.floor(random() * 25)
  const backUpAt = Math.floor(random() * length)
  const countGone = () => Object.values(gone).flat().length
  let [file, goneAtBackup] = ['', 0]
  for (let i = 0; i < length; i++) {
    if (i === backUpAt) [file, goneAtBackup] = [backUp(first), countGone()]
    await pick(acts)()
  }
  await first.prepare()

  const hasSession = async (server: Server, cookie: string) => {
    const me = await createBrowser(server.app, { cookie }).get('/api/me')
    return me.statusCode === 200 && me.json().person !== null
  }
  const opensByKey = async (server: Server, secret: string) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const url = `/api/v1/status-updates/${randomUUID()}`
    return (await server.app.inject({ method: 'PUT', url, headers, payload: '{"networks":{}}' })).statusCode !== 401
  }
  const opens = async (server: Server, url: string, token: string) =>
    (await createBrowser(server.app).post(url, { token })).statusCode === 200
  const entries = async (server: Server) => {
    const all = async (of: string[], works: (one: string) => Promise<boolean>) => {
      const found: string[] = []
      for (const one of of) if (await works(one)) found.push(one)
      return found.length
    }
    return {
      sessions: await all(cookies, (cookie) => hasSession(server, cookie)),
      keys: await all(secrets, (secret) => opensByKey(server, secret)),
      links:
        (await all(briefTokens, (token) => opens(server, '/api/brief-links/open', token))) +
        (await all(accountTokens, (token) => opens(server, '/api/account/open-link', token))),
      webhooks: (await server.database.db.selectFrom('webhooks').select('id').where(isHeld).execute()).length,
    }
  }
  const before = await entries(first)
  const second = await restore(file, first, { isNotified: random() < 0.5 })
  expect(await entries(second), `${seed}`).toEqual({ sessions: 0, keys: 0, links: 0, webhooks: 0 })

  let surfaces = 0
  const isUnopened = async (when: string) => {
    for (const [where, shown] of await wordsOf(second)) {
      surfaces++
      expect(shown === null || shown === 'Closed', `${seed} ${when}: ${where} ${shown}`).toBe(true)
    }
  }
  await isUnopened('restored')
  const { db } = second.database
  for (const id of gone.contacts) {
    const { rows } = await sql<{ contact: string | null }>`select contact from reports where id = ${id}::uuid`.execute(db)
    expect(rows[0]?.contact ?? null, `${seed} contact`).toBeNull()
  }
  const personOf = (id: string) => db.selectFrom('people').select(['disabled', 'role']).where('id', '=', id).executeTakeFirst()
  for (const id of gone.people) expect(await personOf(id), `${seed} person`).toBeUndefined()
  for (const id of gone.disabled) expect((await personOf(id))?.disabled ?? true, `${seed} disabled`).toBe(true)
  for (const id of gone.lowered) expect((await personOf(id))?.role ?? 1, `${seed} role`).toBe(1)
  for (const id of gone.signOns)
    expect(await db.selectFrom('oidcIdentities').selectAll().where('personId', '=', id).execute(), `${seed} single sign-on`).toEqual([])
  for (const [id = '', code = ''] of gone.codes.map((one) => one.split(' '))) {
    const isUsable = await db.transaction().execute((tx) => useUpRecoveryCode(tx, id, code, new Date()))
    expect(isUsable, `${seed} recovery code`).toBe(false)
  }
  for (const id of gone.addresses) {
    const restored = await db.selectFrom('people').select('email').where('id', '=', id).executeTakeFirst()
    const isNewest = restored?.email === people.find((person) => person.id === id)?.email
    expect(!restored || isNewest || (await isAddressDoubtful(db, restored.email)), `${seed} address`).toBe(true)
  }
  for (const email of gone.passwords) expect(await logIn(second.app, email), `${seed} password`).not.toBe(200)
  for (const [table, ids] of [
    ['passkeys', gone.passkeys],
    ['webhooks', gone.webhooks],
  ] as const)
    for (const id of ids) expect(await db.selectFrom(table).select('id').where('id', '=', id).execute(), `${seed} ${table}`).toEqual([])

  // Devices reconnect in any order and repeat updates they had already sent.
  for (const { posted } of [...managers].sort(() => random() - 0.5)) {
    const late = await createManager(second)
    for (const { id, patch } of posted) await late.device.do('trail-update', id, patch)
  }
  await isUnopened('sent again')
  return { ...before, ended: countGone(), endedSinceBackup: countGone() - goneAtBackup, surfaces }
}
