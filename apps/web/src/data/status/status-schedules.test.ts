/**
 * STAT-9: random schedules of late responses, pushes, sleeping tabs, server restores and wrong clocks run against the app's own code. The
 * oracle is independent of that code: for the newest update that has reached the device, no trail may look more open. `STATUS_SCHEDULES`
 * sets the number of schedules and `STATUS_SEED` the first seed.
 */
import type { PublicStatus } from '@trailwarden/domain'
import { type PageData, Site } from '@trailwarden/site'
import { createRandom } from '@trailwarden/testkit/random'
import { expect, test } from 'vitest'
import { createStore } from '#lib/store.ts'
import { createClock } from '#platform/clock.ts'
import { createPushedStatus } from '#platform/pushed-status.ts'
import { receivePush } from '../../service-worker/receive-push.ts'
import { answerOf, createStatement, leastOf, NETWORKS, type Post, type Server, shownOf } from '../../testing/status-model.ts'
import { chooseStart, parsePageData, STORAGE_KEY } from '../page-data.ts'
import { createStatusKeeper } from './status-keeper.ts'

const SCHEDULES = Number(import.meta.env.STATUS_SCHEDULES ?? 2000)
const FIRST_SEED = Number(import.meta.env.STATUS_SEED ?? 1)
const STEPS = 40
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const [site = ''] = Object.values(import.meta.glob<string>('/sites/demo-park/site.json', { query: '?raw', import: 'default', eager: true }))
const SITE = Site.parse(JSON.parse(site))

type Tab = {
  name: string
  state: 'awake' | 'asleep' | 'closed'
  shown: ReturnType<typeof createStore<PageData | null>>
  keeper: ReturnType<typeof createStatusKeeper>
  clock: ReturnType<typeof createClock>
  view: Map<string, string>
  /** The oracle needs the latest server time that the tab has received. */
  serverTime: number
  /** Storage events, channel messages and server responses wait here until the tab reads them. */
  inbox: (() => Promise<void> | void)[]
}

const flushPromises = async () => {
  for (let turn = 0; turn < 50; turn++) await null
}

async function runSchedule(seed: number): Promise<{ restores: number; pushes: number; compared: number; merged: number }> {
  const random = createRandom(seed)
  const counts = { restores: 0, pushes: 0, compared: 0, merged: 0 }
  const server: Server = { epoch: 1, posts: [], now: Date.parse('2026-06-01T00:00:00Z'), made: 0 }
  const allPosts: Post[] = []
  /** A cache may return any earlier response again. */
  const copies: { text: string; g: number }[] = []

  function post(): void {
    server.made += 1
    server.now += 1000
    const number = (server.posts.at(-1)?.number ?? 0) + 1
    const made = { g: server.made, number, at: server.now, statement: createStatement(random, server.now) }
    server.posts.push(made)
    allPosts.push(made)
  }

  const give = (options?: { isShort: boolean }) => {
    const answer = answerOf(server, options)
    if (!options?.isShort) copies.push(answer)
    return answer
  }

  // The wall clock's error changes now and then, and the steady clock stops while all tabs are asleep.
  let clockOff = random.chance(0.5) ? (random.below(81) - 40) * DAY_MS : 0
  const started = server.now
  const wall = () => server.now + clockOff

  // The oracle needs the newest data that the device has received.
  let newest = 0
  const whole = new Set<number>()
  const received = ({ text, g }: { text: string; g: number }): PublicStatus => {
    const status: PublicStatus = JSON.parse(text)
    newest = Math.max(newest, g)
    if (!status.isShortened) whole.add(g)
    return status
  }

  const backend = new Map<string, string>()
  // In a browser with a separate process for each tab, other tabs see a tab's writes only after the storage event.
  const isCoherent = random.chance(0.5)
  const cached = new Map<string, string>()
  const waitingForLock: (() => Promise<void>)[] = []
  let isLocked = false
  const hasLocks = random.chance(0.8)
  const lock = (act: () => Promise<void>) =>
    hasLocks ? new Promise<void>((done, failed) => waitingForLock.push(() => act().then(done, failed))) : act()
  const grantLock = async () => {
    const next = waitingForLock.shift()
    if (!next || isLocked) return
    isLocked = true
    await next()
    isLocked = false
  }
  const drainLocks = async () => {
    for (let round = 0; round < 50 && (waitingForLock.length > 0 || isLocked); round++) {
      await grantLock()
      await flushPromises()
    }
  }

  const tabs: Tab[] = []
  const follows = random.chance(0.7)

  const announceFrom = (sender: Tab | null) => (status: PublicStatus) => {
    const text = JSON.stringify(status)
    for (const tab of tabs) {
      if (tab === sender || tab.state === 'closed') continue
      // A frozen tab may never receive the message.
      if (tab.state === 'asleep' && random.chance(0.7)) continue
      tab.inbox.push(() => receiveIn(tab, JSON.parse(text)))
    }
  }

  const pushed = createPushedStatus(() => ({
    caches: {
      has: async () => cached.size > 0,
      open: async () => ({
        match: async (address) => (cached.has(String(address)) ? new Response(cached.get(String(address))) : undefined),
        put: async (address, reply) => void cached.set(String(address), await reply.text()),
      }),
    },
    lock,
    announce: announceFrom(null),
  }))

  function receiveIn(tab: Tab, status: PublicStatus): void {
    tab.serverTime = Math.max(tab.serverTime, Date.parse(status.asOf))
    tab.clock.note(status.asOf)
    void tab.keeper.receive(status)
  }

  function createTab(name: string): Tab {
    const view = isCoherent ? backend : new Map(backend)
    const shown = createStore<PageData | null>(null)
    const storage = {
      getItem: (key: string) => view.get(key) ?? null,
      setItem(key: string, value: string) {
        view.set(key, value)
        backend.set(key, value)
        for (const other of tabs) {
          if (other === tab || other.state === 'closed') continue
          other.inbox.push(() => {
            if (!isCoherent) other.view.set(key, value)
            const status = key === STORAGE_KEY ? parsePageData(value)?.status : null
            if (status) receiveIn(other, status)
          })
        }
      },
    }
    const clock = createClock({ storage: () => storage, wall, steady: () => server.now - started })
    const keeper = createStatusKeeper({
      shown: {
        get: shown.get,
        set(data) {
          if (data.status) clock.note(data.status.asOf)
          shown.set(data)
        },
      },
      storage,
      lock,
      announce: (status) => announceFrom(tab)(status),
      readPushed: pushed.read,
    })
    const tab: Tab = { name, state: 'closed', shown, keeper, clock, view, serverTime: 0, inbox: [] }
    return tab
  }

  const empty = async (tab: Tab) => {
    while (tab.inbox.length > 0) {
      await tab.inbox.shift()?.()
      await flushPromises()
    }
  }

  /** Messages between processes arrive before a tab is opened or closed. */
  const arrive = async () => {
    for (let round = 0; round < 4; round++) {
      if (!isCoherent) for (const tab of tabs) if (tab.state !== 'closed') await empty(tab)
      await drainLocks()
    }
  }

  /** The page comes from the server or from the service worker, whose copy may be weeks old. */
  async function open(name: string): Promise<void> {
    const index = tabs.findIndex((tab) => tab.name === name)
    await arrive()
    const tab = createTab(name)
    if (index === -1) tabs.push(tab)
    else tabs[index] = tab
    const carried = random.chance(0.5) || copies.length === 0 ? give() : random.pick(copies)
    const embedded: PageData = { site: SITE, status: received(carried) }
    const { data } = chooseStart(embedded, parsePageData(tab.view.get(STORAGE_KEY)))
    if (data?.status) tab.clock.note(data.status.asOf)
    tab.shown.set(data)
    tab.serverTime = Date.parse(data?.status?.asOf ?? '')
    tab.state = 'awake'
    // Like `startPageData`, waits for `settled` before rendering if pushes may have arrived or the server was restored.
    if (embedded.status) receiveIn(tab, embedded.status)
    const settled = tab.keeper.readAgain()
    await flushPromises()
    await drainLocks()
    await settled
  }

  async function push(): Promise<void> {
    counts.pushes += 1
    const message = give({ isShort: random.chance(0.3) })
    const status = received(message)
    const done = receivePush(
      { title: 'Trail status has changed', status },
      {
        store: pushed.add,
        show: async () => {
          const stored = await pushed.read()
          compare('the service worker', stored, wall(), message.g)
        },
        ask: async () => {
          if (random.chance(0.6)) throw new Error('no signal')
          return received(random.chance(0.5) ? give() : random.pick(copies))
        },
      },
    )
    let isDone = false
    void done.then(() => (isDone = true))
    while (!isDone) {
      await flushPromises()
      await drainLocks()
      // Reading a response takes a turn of the event loop.
      await new Promise<void>((turn) => setTimeout(turn))
    }
  }

  function compare(what: string, status: PublicStatus | null, ms: number, atLeast = newest): void {
    const newestPost = allPosts.find(({ g }) => g === atLeast)
    if (!newestPost) return
    counts.compared += 1
    if (status?.answers) counts.merged += 1
    const shown = shownOf(status, ms)
    // A shortened message contains no information about trails.
    for (const [thing, least] of leastOf(newestPost, ms)) {
      if (!whole.has(atLeast) && !NETWORKS.includes(thing)) continue
      if ((shown.get(thing) ?? 0) < least)
        throw new Error(`seed ${seed}: ${what} shows ${thing} as ${shown.get(thing)}, post ${newestPost.g} has it as ${least}`)
    }
  }

  const compareAll = () => {
    for (const tab of tabs) {
      // Nobody sees a sleeping tab, and a tab with undelivered messages hasn't received them yet.
      if (tab.state !== 'awake' || tab.inbox.length > 0) continue
      compare(tab.name, tab.shown.get()?.status ?? null, tab.clock.read())
      if (tab.clock.read() < tab.serverTime) throw new Error(`seed ${seed}: the clock of ${tab.name} went behind the server's`)
    }
  }

  post()
  await open('first')
  for (let step = 0; step < STEPS; step++) {
    const tab = random.pick(tabs)
    const kind = random.below(16)
    server.now += random.below(20) * MINUTE_MS
    if (kind < 2) post()
    else if (kind === 2 && server.posts.length > 0) {
      counts.restores += 1
      server.posts = server.posts.slice(0, random.below(server.posts.length + 1))
      server.epoch += 1
    } else if (kind === 3) server.epoch += 1
    else if (kind < 8 && tab.state !== 'closed') {
      // The response may be late, or a cached copy.
      const answer = random.chance(0.7) || copies.length === 0 ? give() : random.pick(copies)
      tab.inbox.push(() => receiveIn(tab, received(answer)))
    } else if (kind === 8 && follows) await push()
    else if (kind === 9 && tab.state === 'awake') tab.state = 'asleep'
    else if (kind === 10 && tab.state === 'asleep') {
      tab.state = 'awake'
      const read = tab.keeper.readAgain()
      await flushPromises()
      await drainLocks()
      await read
    } else if (kind === 11) {
      if (tabs.length < 2) await open('second')
      else if (tab.state === 'closed') await open(tab.name)
      else {
        await arrive()
        // Undelivered messages to a closed tab are lost.
        for (const one of random.chance(0.5) ? tabs : [tab]) {
          one.state = 'closed'
          one.inbox = []
        }
      }
    } else if (kind === 12) clockOff = (random.below(81) - 40) * DAY_MS
    else if (kind < 15) {
      if (tab.state !== 'asleep') await tab.inbox.shift()?.()
    } else await grantLock()
    await flushPromises()
    // Once all messages between tabs have arrived, no tab may show a trail as more open than the newest update does.
    if (random.chance(0.5)) {
      for (let round = 0; round < 4; round++) {
        await drainLocks()
        for (const one of tabs) if (one.state === 'awake') await empty(one)
      }
      compareAll()
    }
  }

  // When every tab is back online, all tabs must show exactly the last update.
  server.now += 30 * MINUTE_MS
  post()
  for (const tab of [...tabs]) if (tab.state === 'closed') await open(tab.name)
  for (const tab of tabs) {
    tab.state = 'awake'
    await empty(tab)
  }
  for (const tab of tabs) {
    server.now += MINUTE_MS
    receiveIn(tab, received(give()))
    await flushPromises()
    await drainLocks()
  }
  for (const tab of tabs) await empty(tab)
  await drainLocks()
  const right = shownOf(JSON.parse(answerOf(server).text), server.now)
  for (const tab of tabs) {
    const status = tab.shown.get()?.status ?? null
    for (const [thing, is] of right)
      if (shownOf(status, server.now).get(thing) !== is)
        throw new Error(`seed ${seed}: in the end ${tab.name} shows ${thing} differently from the server`)
  }
  return counts
}

test(`STAT-9 in ${SCHEDULES} random schedules no device shows anything more open than the newest update it has received`, {
  timeout: 600_000,
}, async () => {
  const total = { restores: 0, pushes: 0, compared: 0, merged: 0 }
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
    const counts = await runSchedule(seed)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
  }
  console.info(`no device goes back: ${JSON.stringify({ schedules: SCHEDULES, ...total })}`)
  if (SCHEDULES < 100) return
  expect(total.restores).toBeGreaterThan(SCHEDULES)
  expect(total.pushes).toBeGreaterThan(SCHEDULES / 2)
  expect(total.merged).toBeGreaterThan(SCHEDULES)
})
