/**
 * P19: the response time of the managers' overview with a thousand to a million Actions from ten years, without a cache. The cost may
 * depend only on open Actions and those resolved within the last year, so the number of scans must not grow.
 */
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, startTestCluster } from '@trailwarden/testkit/database/postgres'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { migrate } from '../../../apps/server/src/db/schema/migrate.ts'
import { countActions, figuresOf } from '../../../apps/server/src/features/overview/action-figures.ts'
import type { Measured } from '../../../tools/ci/proof-results.ts'
import { type Metric, rounded } from '../metric.ts'
import { median } from '../statistics.ts'

const SIZES = [1000, 100_000, 1_000_000]
/** Times depend on the load of the machine, so their limit is wide. The number of scans doesn't. */
const [TARGET_MS, LIMIT] = [150, 2]
const SCANS = 2
const OPEN = 4000
const AREAS = ['Bay of Fires', 'Blue Tier', 'Dreaming Pools', 'St Helens']

const FILL = `insert into actions (id, number, description, area, trail, detail, rating, status, notes, version, recorded_at, created_at, created_by,
  created_by_name, updated_at, updated_by, updated_by_name, completed_at, assigned_to)
  select gen_random_uuid(), lpad(n::text, 7, '0'), 'Tree across the track ' || n, ($3::text[])[1 + n % 4], 'Trail ' || n % 21, 'It lies at knee height.',
  (array['Unrated', 'Low', 'Medium', 'High', 'Extreme'])[1 + n % 5], case when is_open then 'Unresolved' else 'Resolved' end, '[]', 1, at, at,
  gen_random_uuid(), 'x', at, gen_random_uuid(), 'x', case when not is_open then least(now(), at + (n % 97 + 1) * interval '13 hours') end,
  case when n % 3 = 0 then gen_random_uuid() end
  from (select n, now() - (n::float8 / $1) * interval '10 years' as at, n % $2 = 0 as is_open from generate_series(1, $1::int) n) made`

const site = {
  timeZone: 'Australia/Hobart',
  dueHours: { Extreme: 24, High: 168, Medium: 672, Low: 1440 },
  networks: AREAS.map((name) => ({ id: name, name, importName: name, bounds: { west: 0, south: 0, east: 1, north: 1 } })),
  areas: AREAS.map((name) => ({ name, networkId: name })),
}

export const overviewFigures: Metric = {
  name: 'P19',
  async measure({ signal }) {
    const cluster = await startTestCluster()
    try {
      await createDatabase(cluster.url, 'bench')
      const { db, pool, close } = openDatabase(databaseUrl(cluster, 'bench'), 2)
      await migrate(pool)
      const client = await pool.connect()
      const patiently = (text: string, values: unknown[] = []) => {
        const query: { text: string; values: unknown[]; query_timeout: number } = { text, values, query_timeout: 600_000 }
        return client.query(query)
      }
      await patiently('set statement_timeout = 0')
      const scans = async () => {
        await pool.query('select pg_stat_force_next_flush()')
        await new Promise((resolve) => setTimeout(resolve, 100))
        const { rows } = await pool.query<{
          table: number
          index: number
          fetched: number
        }>(`select seq_scan as "table", idx_scan as "index",
          (select sum(idx_blks_read + idx_blks_hit) from pg_statio_user_tables where relname = 'actions') as fetched
          from pg_stat_user_tables where relname = 'actions'`)
        return rows[0] ?? { table: 0, index: 0, fetched: 0 }
      }
      const figures: Record<string, { ms: number; worstMs: number; indexScans: number; tableScans: number; indexBlocks: number }> = {}
      for (const size of SIZES) {
        signal.throwIfAborted()
        await patiently('truncate actions cascade')
        await patiently('alter table actions disable trigger user')
        await patiently(FILL, [size, Math.max(2, Math.round(size / Math.min(OPEN, size / 5))), AREAS])
        await patiently('alter table actions enable trigger user')
        // PostgreSQL marks pages as all-visible only after a checkpoint has written recent commits to disk.
        await patiently('checkpoint')
        await patiently('vacuum analyze actions')
        await countActions(db, site, new Date())
        const before = await scans()
        await countActions(db, site, new Date())
        const after = await scans()
        const times: number[] = []
        for (let i = 0; i < 15; i++) {
          const started = performance.now()
          await figuresOf(await countActions(db, site, new Date()), site, null)
          times.push(performance.now() - started)
        }
        figures[size] = {
          ms: rounded(median(times)),
          worstMs: rounded(Math.max(...times)),
          indexScans: Number(after.index) - Number(before.index),
          tableScans: Number(after.table) - Number(before.table),
          indexBlocks: Number(after.fetched) - Number(before.fetched),
        }
      }
      client.release()
      await close()
      const [few, many] = [figures[SIZES[0] ?? 0], figures[SIZES.at(-1) ?? 0]]
      if (!few || !many) throw new Error('nothing was measured')
      const broken: string[] = []
      for (const [size, { indexScans, tableScans }] of Object.entries(figures))
        if (tableScans > 0 && Number(size) > 1000) broken.push(`${tableScans} scans of the whole table at ${size} Actions`)
        else if (indexScans + tableScans > SCANS) broken.push(`${indexScans + tableScans} scans at ${size} actions, limit ${SCANS}`)
      const row: Measured = { n: 15, sides: { ours: many.ms, bare: few.ms, unit: 'ms' } }
      const ratio = many.ms / TARGET_MS
      if (ratio > LIMIT) broken.push(`${many.ms} ms at a million actions, limit ${LIMIT * TARGET_MS}`)
      return { ratio, target: 1, limit: LIMIT, ok: many.ms <= TARGET_MS, broken, row, figures }
    } finally {
      cluster.destroy()
    }
  },
}
