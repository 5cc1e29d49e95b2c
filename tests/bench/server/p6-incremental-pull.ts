/**
 * P6: fetching 100 changed Actions, compared with the statement run directly by node-postgres. The number of blocks read shows how the cost
 * grows to a million Actions, because it doesn't depend on the load of the machine.
 */
import { join } from 'node:path'
import { PROTOCOL } from '@trailwarden/api'
import { createDatabase } from '@trailwarden/testkit/database/create-database'
import { databaseUrl, startTestCluster } from '@trailwarden/testkit/database/postgres'
import { createPerson } from '@trailwarden/testkit/devices/people'
import { buildApp } from '../../../apps/server/src/app.ts'
import { kindsFor } from '../../../apps/server/src/core/synced-kind.ts'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { migrate } from '../../../apps/server/src/db/schema/migrate.ts'
import { readSiteContent } from '../../../apps/server/src/features/site/site.ts'
import { readConfig } from '../../../apps/server/src/read-config.ts'
import { before, readCursor, writeCursor } from '../../../apps/server/src/sync/pull/cursor.ts'
import { NO_EVIDENCE, pageQuery } from '../../../apps/server/src/sync/pull/pull.ts'
import type { Measured } from '../../../tools/ci/proof-results.ts'
import { type Metric, rounded } from '../metric.ts'
import { median, medianInterval } from '../statistics.ts'

const [TARGET, LIMIT] = [2.5, 4]
const [BLOCKS_TARGET, BLOCKS_LIMIT] = [1.2, 2]
const SIZES = { few: 1000, many: 1_000_000 }
const CHANGED = 100

const FILL = `insert into actions (id, number, description, area, detail, rating, status, notes, version, recorded_at, created_at, created_by,
  created_by_name, updated_at, updated_by, updated_by_name, completed_at)
  select gen_random_uuid(), lpad(n::text, 7, '0'), 'Tree across the track ' || n, 'St Helens', 'It lies at knee height.', 'Low',
  case when n % 20 = 0 then 'Unresolved' else 'Resolved' end, '[]', 1, now(), now(), $3::uuid, 'x', now(), $3::uuid, 'x',
  case when n % 20 = 0 then null else now() end from generate_series($1::int, $2::int) n`

export const incrementalPull: Metric = {
  name: 'P6',
  async measure({ pairs, signal }) {
    const cluster = await startTestCluster()
    try {
      await createDatabase(cluster.url, 'bench')
      const database = openDatabase(databaseUrl(cluster, 'bench'), 4)
      await migrate(database.pool)
      const limits = { REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'silent', DRAIN_MS: '0' }
      const config = readConfig({ DATABASE_URL: databaseUrl(cluster, 'bench'), NODE_ENV: 'test', DEV_MAIL: 'true', ...limits })
      const content = await readSiteContent(join(config.SITES_DIR, config.SITE), config.HELP_DIR)
      const { app, features, stopWork } = await buildApp({ config, database, content, pages: null })
      const address = await app.listen({ host: '127.0.0.1', port: 0 })
      const person = await createPerson(database.db, { role: 2 })
      const actor = { id: person.id, name: person.displayName, role: 2 }
      const ask = async (cursor: string) => {
        const reply = await fetch(`${address}/api/pull?cursor=${encodeURIComponent(cursor)}`, { headers: { cookie: person.cookie } })
        return (await reply.json()) as { cursor: string; documents: unknown[] }
      }

      /** The result is the cursor just before the changes. */
      const fill = async (from: number, to: number): Promise<string> => {
        const { pool } = database
        const client = await pool.connect()
        await client.query('set statement_timeout = 0')
        await client.query('alter table actions disable trigger user')
        await client.query(FILL, [from, to, person.id])
        await client.query(`insert into changes (kind, id) select 'action', id from actions on conflict do nothing`)
        await client.query('alter table actions enable trigger user')
        await client.query('vacuum analyze')
        const { rows } = await client.query<{ xmin: string; epoch: string }>(
          'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, epoch from sync_epoch',
        )
        await client.query(
          'update actions set version = version + 1 where id in (select id from actions order by md5(id::text) limit $1)',
          [CHANGED],
        )
        client.release()
        const at = rows[0]
        if (!at) throw new Error('the epoch is missing')
        const place = { phase: 'changes', horizon: at.xmin, after: before(at.xmin) } as const
        return writeCursor({ epoch: at.epoch, personId: person.id, role: 2, protocol: PROTOCOL, ...place }, 1, '')
      }
      const query = (text: string) => {
        const cursor = readCursor(text)
        if (!cursor) throw new Error('the cursor cannot be read')
        return pageQuery(actor, cursor, NO_EVIDENCE, kindsFor(PROTOCOL, features.sync.kinds))
      }
      const blocksOf = async (text: string) => {
        const { sql, parameters } = query(text).compile(database.db)
        const explain = () => database.pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
        await explain()
        const [plan] = (await explain()).rows[0]['QUERY PLAN'] as [{ Plan: Record<string, number> }]
        return (plan.Plan['Shared Hit Blocks'] ?? 0) + (plan.Plan['Shared Read Blocks'] ?? 0)
      }

      const few = await fill(1, SIZES.few)
      const blocksFew = await blocksOf(few)
      const many = await fill(SIZES.few + 1, SIZES.many)
      const blocksMany = await blocksOf(many)

      const { sql: text, parameters } = query(many).compile(database.db)
      const bare = () => database.pool.query(text, [...parameters])
      const time = async (work: () => Promise<unknown>) => {
        const started = performance.now()
        for (let i = 0; i < 5; i++) await work()
        return (performance.now() - started) / 5
      }
      const { documents } = await ask(many)
      if (documents.length !== CHANGED) throw new Error(`expected ${CHANGED} documents, got ${documents.length}`)
      const ours: number[] = []
      const theirs: number[] = []
      await time(() => ask(many))
      await time(bare)
      for (let pair = 0; pair < pairs && !signal.aborted; pair++) {
        const first = pair % 2 === 0
        if (first) ours.push(await time(() => ask(many)))
        theirs.push(await time(bare))
        if (!first) ours.push(await time(() => ask(many)))
      }
      await app.close()
      await stopWork()
      await database.close()

      const ratios = ours.map((ms, i) => ms / (theirs[i] ?? Number.NaN))
      const [ratio, { low, high }, growth] = [median(ratios), medianInterval(ratios), blocksMany / blocksFew]
      const broken = []
      if (low > LIMIT) broken.push(`a pull takes ${rounded(ratio)} times the bare statement, limit ${LIMIT}`)
      if (growth > BLOCKS_LIMIT)
        broken.push(`blocks grow ${rounded(growth)} times from ${SIZES.few} to ${SIZES.many}, limit ${BLOCKS_LIMIT}`)
      const figures = {
        interval: [rounded(low), rounded(high)],
        ourMs: rounded(median(ours)),
        bareMs: rounded(median(theirs)),
        blocksFew,
        blocksMany,
        blocksRatio: rounded(growth),
        blocksTarget: BLOCKS_TARGET,
      }
      const ok = high <= TARGET * 1.1 && growth <= BLOCKS_TARGET
      const sides = { ours: figures.ourMs, bare: figures.bareMs, unit: 'ms' }
      const blocks: Measured = {
        value: figures.blocksRatio,
        unit: '×',
        target: BLOCKS_TARGET,
        limit: BLOCKS_LIMIT,
        sides: { ours: blocksMany, bare: blocksFew, unit: 'blocks' },
      }
      const row: Measured = { n: ours.length, interval: [rounded(low), rounded(high)], sides }
      return { ratio, target: TARGET, limit: LIMIT, ok, broken, row, parts: { blocks }, figures }
    } finally {
      cluster.destroy()
    }
  },
}
