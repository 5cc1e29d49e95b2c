/**
 * R8: writers pause before they commit while many phones fetch. No fetch may skip a row, and a stuck writer must not delay others for long.
 */

import { PullReply } from '@trailwarden/api'
import { createTestDevice, openTestEnv, type TestEnv } from '@trailwarden/testkit/devices/test-env'
import { pause } from '@trailwarden/testkit/wait'
import pg from 'pg'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { type FaultTest, type Result, upTo } from '../fault-test.ts'

const AMOUNT = {
  small: { commits: 400, writers: 8, pullers: 4, stuck: false },
  full: { commits: 100_000, writers: 16, pullers: 20, stuck: true },
}
const STUCK_LIMIT_MS = 12_000

const INSERT = `insert into actions (id, number, description, area, detail, rating, status, notes, version, recorded_at, created_at, created_by,
  created_by_name, updated_at, updated_by, updated_by_name)
  select gen_random_uuid(), lpad(nextval('action_number')::text, 6, '0'), 'Tree', 'St Helens', '', 'Low', 'Unresolved', '[]', 1, now(), now(), id,
  'x', now(), id, 'x' from people limit 1 returning id`

/** Most delays are very short, some up to 50 ms, and a few up to two seconds. */
const hesitate = () => {
  const dice = Math.random()
  return dice < 0.9 ? upTo(5) : dice < 0.995 ? upTo(50) : upTo(2000)
}

async function write(url: string, commits: number, made: Set<string>, stop?: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (let i = 0; i < commits && !stop?.aborted; i++) {
    await client.query('begin')
    const { rows } = await client.query(INSERT)
    await pause(hesitate())
    await client.query('commit')
    made.add(rows[0].id)
  }
  await client.end()
}

function createReader(env: TestEnv, cookie: string) {
  const held = new Set<string>()
  let [cursor, pulls] = ['', 0]
  const reader = {
    held,
    pulls: () => pulls,
    async fetch(): Promise<void> {
      for (let more = true; more; pulls++) {
        const reply = await fetch(`${env.address}/api/pull?cursor=${encodeURIComponent(cursor)}`, { headers: { cookie } })
        const page = PullReply.parse(await reply.json())
        cursor = page.cursor
        for (const { kind, id } of page.documents) if (kind === 'action') held.add(id)
        more = page.more
      }
    },
    async fetchUntil(isDone: () => boolean): Promise<void> {
      while (!isDone()) {
        await reader.fetch()
        await pause(upTo(20))
      }
      await reader.fetch()
    },
  }
  return reader
}

async function delayByStuckWriter(env: TestEnv, url: string, cookie: string): Promise<number> {
  const reader = createReader(env, cookie)
  await reader.fetch()
  // The server sets the same limits for its own connections.
  const { pool, close } = openDatabase(url, 1)
  const stuck = await pool.connect()
  await stuck.query('begin')
  await stuck.query(INSERT)
  const made = new Set<string>()
  await write(url, 1, made)
  const started = Date.now()
  await reader.fetchUntil(() => [...made].every((id) => reader.held.has(id)) || Date.now() - started > 60_000)
  stuck.release(true)
  await close()
  return Date.now() - started
}

export const slowCommits: FaultTest = {
  name: 'R8',
  async run(size, stop): Promise<Result> {
    const { commits, writers, pullers, stuck } = AMOUNT[size]
    const env = await openTestEnv()
    try {
      await env.start()
      const url = String(env.pool.options.connectionString)
      const { cookie } = await createTestDevice(env, 'manager@example.org')
      const made = new Set<string>()
      let isDone = false
      const readers = Array.from({ length: pullers }, () => createReader(env, cookie))
      const reading = Promise.all(readers.map((reader) => reader.fetchUntil(() => isDone)))
      const started = Date.now()
      await Promise.all(Array.from({ length: writers }, () => write(url, Math.ceil(commits / writers), made, stop)))
      const writingMs = Date.now() - started
      isDone = true
      await reading
      const missed = readers.reduce((sum, { held }) => sum + [...made].filter((id) => !held.has(id)).length, 0)
      const stuckMs = stuck ? await delayByStuckWriter(env, url, cookie) : 0
      const broken = stuckMs > STUCK_LIMIT_MS ? [`a stuck writer held others back for ${stuckMs} ms`] : []
      const pulls = readers.reduce((sum, reader) => sum + reader.pulls(), 0)
      return { runs: made.size, lost: missed, doubled: 0, broken, figures: { pullers, pulls, writingMs, stuckMs } }
    } finally {
      await env.close()
    }
  },
}
