/**
 * Most of several hundred sites are idle most of the time, so a site is open only while it has requests. Rounds wake sleeping sites with
 * pending work, such as an email to retry or data to remove.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { createGate } from '../http/security/gate.ts'
import { type Environment, type NetworkSettings, readNetworkFiles } from './network-files.ts'
import type { RunningNetwork } from './running-network.ts'

type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

export type HostedNetwork = {
  readonly name: string
  readonly inUse: number
  /** The site stays open until the promise of `work` settles. */
  use<T>(work: (network: RunningNetwork) => Promise<T>): Promise<T>
}

type Slot = HostedNetwork & {
  settings: NetworkSettings
  inUse: number
  usedAt: number
  opened: Promise<RunningNetwork> | null
  closing: Promise<void> | null
  failure: { error: unknown; at: number } | null
}

export type HostOptions = {
  environment: Environment
  folder: string
  idleMs: number
  /** The time between checks for idle sites. Every fifth check also looks for pending work in sleeping sites. */
  roundMs: number
  open(settings: NetworkSettings): Promise<RunningNetwork>
  Client: typeof pg.Client
  log: Log
}

/** Opening a site reads its data and may migrate its database, so after a restart, sites would slow each other down. */
const OPEN_AT_ONCE = 2
const TRY_AGAIN_MS = 5000
const REFRESH_MS = 2000
const ANSWERED_MS = 4000
const ASK_EVERY = 5

const HAS_WORK = `select exists (select from pgboss.job where state in ('created', 'retry') and start_after <= now())
  or not exists (select from retention_clock where checked_at > now() - interval '1 day') as has_work`

export type NetworkHost = {
  find(hostname: string): Promise<HostedNetwork | null>
  opened(): Promise<RunningNetwork[]>
  counts(): { known: number; open: number }
  stop(): Promise<void>
}

export async function createNetworkHost({ environment, folder, idleMs, roundMs, open, Client, log }: HostOptions): Promise<NetworkHost> {
  const slots = new Map<string, Slot>()
  const byHostname = new Map<string, Slot>()
  const gate = createGate(OPEN_AT_ONCE)
  const stopped = new AbortController()
  let refreshedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | null = null
  let loggedProblems = ''

  async function openSlot(slot: Slot): Promise<RunningNetwork> {
    await slot.closing
    const { failure } = slot
    if (failure && performance.now() - failure.at < TRY_AGAIN_MS) throw failure.error
    slot.opened ??= gate(async () => {
      const network = await open(slot.settings)
      await network.startWork()
      return network
    }).then(
      (network) => {
        slot.failure = null
        log.info({ network: slot.name }, 'network opened')
        return network
      },
      (error: unknown) => {
        slot.opened = null
        slot.failure = { error, at: performance.now() }
        log.error({ network: slot.name, err: error }, 'the network cannot be opened')
        throw error
      },
    )
    return slot.opened
  }

  /** Fastify only waits for requests in progress on a server that listens, and the app of a site doesn't listen. */
  async function untilAnswered(slot: Slot): Promise<void> {
    const deadline = performance.now() + ANSWERED_MS
    while (slot.inUse > 0 && performance.now() < deadline) await wait(20)
  }

  function closeSlot(slot: Slot): Promise<void> {
    const { opened } = slot
    if (!opened || slot.closing) return slot.closing ?? Promise.resolve()
    slot.closing = opened
      .then((network) => network.stop(() => untilAnswered(slot)))
      .catch((error: unknown) => log.warn({ network: slot.name, err: error }, 'the network did not close cleanly'))
      .finally(() => {
        slot.opened = null
        slot.closing = null
      })
    return slot.closing
  }

  function createSlot(settings: NetworkSettings): Slot {
    const slot: Slot = {
      name: settings.name,
      settings,
      inUse: 0,
      usedAt: performance.now(),
      opened: null,
      closing: null,
      failure: null,
      async use(work) {
        slot.inUse++
        try {
          return await work(await openSlot(slot))
        } finally {
          slot.inUse--
          slot.usedAt = performance.now()
        }
      },
    }
    return slot
  }

  async function readFolder(): Promise<void> {
    const { networks, problems } = await readNetworkFiles(environment, folder)
    const seen = JSON.stringify(problems)
    if (seen !== loggedProblems) for (const problem of problems) log.error(problem, 'the settings of a network cannot be used')
    loggedProblems = seen
    const wanted = new Set(networks.map(({ name }) => name))
    for (const [name, slot] of slots) {
      if (wanted.has(name)) continue
      slots.delete(name)
      void closeSlot(slot)
    }
    for (const settings of networks) {
      const slot = slots.get(settings.name)
      if (slot?.settings.text === settings.text) continue
      if (slot) void closeSlot(slot)
      slots.set(settings.name, createSlot(settings))
    }
    byHostname.clear()
    for (const slot of slots.values()) byHostname.set(slot.settings.hostname, slot)
    refreshedAt = performance.now()
  }

  function refresh(): Promise<void> {
    refreshing ??= readFolder()
      .catch((error: unknown) => log.error({ err: error }, 'the site settings cannot be read, but the known sites are still served'))
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  async function hasWork({ settings }: Slot): Promise<boolean> {
    const client = new Client({ connectionString: settings.config.DATABASE_URL, connectionTimeoutMillis: 3000, query_timeout: 5000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ has_work: boolean }>(HAS_WORK)
      return rows[0]?.has_work ?? true
    } catch (error) {
      // If the tables don't exist yet, opening the site creates them.
      if ((error as { code?: string }).code === '42P01') return true
      log.warn({ network: settings.name, err: error }, 'a sleeping network could not be checked for work')
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async function wakeForWork(): Promise<void> {
    for (const slot of [...slots.values()].filter(({ opened }) => !opened)) {
      if (stopped.signal.aborted) return
      if (await hasWork(slot)) await slot.use((network) => network.sweep(new Date())).catch(() => undefined)
    }
  }

  async function goRounds(): Promise<void> {
    for (let round = 1; !stopped.signal.aborted; round++) {
      await wait(roundMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
      if (stopped.signal.aborted) return
      await refresh()
      const now = performance.now()
      for (const slot of slots.values()) if (slot.opened && slot.inUse === 0 && now - slot.usedAt > idleMs) void closeSlot(slot)
      if (round % ASK_EVERY === 1) await wakeForWork()
    }
  }

  // Without this folder, there are no sites to serve, so the error prevents the start.
  await readFolder()
  void goRounds()
  return {
    async find(hostname) {
      // Finds new sites without a restart.
      if (!byHostname.has(hostname) && performance.now() - refreshedAt > REFRESH_MS) await refresh()
      return byHostname.get(hostname) ?? null
    },
    async opened() {
      const all = await Promise.allSettled([...slots.values()].flatMap(({ opened, closing }) => (opened && !closing ? [opened] : [])))
      return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    counts: () => ({ known: slots.size, open: [...slots.values()].filter(({ opened }) => opened).length }),
    async stop() {
      stopped.abort()
      await Promise.all([...slots.values()].map((slot) => closeSlot(slot)))
    },
  }
}
