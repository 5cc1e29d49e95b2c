/**
 * C7: an upgrade and a rollback as in docs/upgrade.md, under load. No request may fail, and nothing may be lost. The small size restarts
 * the processes without a new version, because a clone may lack the older version's commit.
 */

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { type Cell, openCell } from '@trailwarden/testkit/app/cell'
import { checkOutTree, commitThatAdded, removeCopy } from '@trailwarden/testkit/app/tree-copy'
import type { RealDevice } from '@trailwarden/testkit/devices/devices'
import { pause, until } from '@trailwarden/testkit/wait'
import type { FaultTest, Result } from '../fault-test.ts'
import { startCellLoad, summary } from '../helpers/cell-load.ts'

const root = resolve(import.meta.dirname, '../../..')
/** The last version before releases had a table of compatible versions and databases. */
const OLDER = '2f68607b'
const RATES = { small: { push: 5, pull: 5, cached: 20, uncached: 2 }, full: { push: 3, pull: 3, cached: 20, uncached: 1 } }
const BETWEEN_MS = { small: 500, full: 10_000 }
const PHONES = 3

const migrations = () => readdirSync(join(root, 'apps/server/migrations')).sort()

async function startPhones(tree: string, cell: Cell) {
  const { openDevices }: typeof import('@trailwarden/testkit/devices/devices') = await import(
    join(tree, 'packages/testkit/src/devices/devices.ts')
  )
  const devices = openDevices(cell)
  const phones: RealDevice[] = []
  for (let n = 0; n < PHONES; n++) phones.push(await devices.createTestDevice(1))
  const saved: string[] = []
  let isOver = false
  const use = async (phone: RealDevice) => {
    for (; !isOver; await pause(1000)) saved.push(await phone.report(crypto.randomUUID()))
  }
  const tasks = phones.map(use)
  return {
    saved,
    /** Changes can only be counted once the queues are empty. */
    async judge(broken: string[]) {
      isOver = true
      await Promise.all(tasks)
      for (const phone of phones) {
        if (!(await until(async () => (await phone.db.outbox.count()) === 0, 60_000))) broken.push('a phone’s queue did not drain')
        if ((await phone.db.attention.count()) > 0) broken.push('a change from a phone was refused')
        if (phone.errors.length > 0) broken.push(`a phone: ${String(phone.errors[0])}`)
        const { rows } = await cell.pool.query<{ id: string; version: number }>('select id, version from actions where created_by = $1', [
          phone.person.id,
        ])
        if (!(await phone.caughtUp(new Map(rows.map(({ id, version }) => [id, version])))))
          broken.push('a phone’s data differs from the server’s')
      }
      const there = await cell.count('select count(*) as n from history where command_id = any($1)', [saved])
      return { lost: Math.max(0, saved.length - there), doubled: Math.max(0, there - saved.length) }
    },
    close: () => devices.close(),
  }
}

/** docs/upgrade.md restarts one process after the other, once the previous one is ready. */
async function restartWith(cell: Cell, tree: string | undefined, betweenMs: number): Promise<number> {
  const from = Date.now()
  for (const one of cell.processes) {
    await one.stop()
    await one.start(tree)
    await pause(betweenMs)
  }
  return Date.now() - from
}

const run = (cell: Cell, tree: string, script: string) =>
  spawnSync(process.execPath, [join(tree, script)], {
    env: { ...process.env, ...cell.environment, PORT: '0' },
    encoding: 'utf8',
    timeout: 60_000,
  })

async function contentOf({ pool }: Cell): Promise<string> {
  const { rows } = await pool.query<{ n: number; hash: string }>(
    `select count(*)::int as n, md5(string_agg(text, ',' order by text)) as hash from (
       select row(a.id, number, description, area, detail, status, version, a.created_by, a.created_at)::text as text
       from actions a join people p on p.id = a.created_by where p.display_name not in ('Sam Reed', 'Jo Berg')
       union all select row(id, order_number, networks, created_at)::text from trail_updates) as records`,
  )
  return `${rows[0]?.n} records, ${rows[0]?.hash}`
}

async function rollingRestart(size: 'small' | 'full'): Promise<Result> {
  const cell = await openCell()
  try {
    const load = await startCellLoad(cell, RATES[size], { clients: 10 })
    await pause(BETWEEN_MS[size])
    const restartMs = await restartWith(cell, undefined, BETWEEN_MS[size])
    const { lost, doubled, waiting } = await load.judge()
    const { figures, broken } = summary(load.seen)
    broken.push(...waiting)
    await load.stop()
    return { runs: 2, lost, doubled, broken: [...broken, ...load.sent.refused], figures: { ...figures, restartMs } }
  } finally {
    await cell.close()
  }
}

async function upgrade(): Promise<Result> {
  const newest = migrations().at(-1) ?? ''
  const older = checkOutTree(OLDER, { build: true })
  // The first version that works with the current database, to which the test can roll back.
  const beside = checkOutTree(commitThatAdded(`apps/server/migrations/${newest}`), { build: true })
  const cell = await openCell({ tree: older })
  const between = BETWEEN_MS.full
  const broken: string[] = []
  try {
    const phones = await startPhones(older, cell)
    const load = await startCellLoad(cell, RATES.full)
    await pause(between)
    const report = (step: string) => console.error(`${step}: ${summary(load.seen).broken.join('; ') || 'nothing has failed'}`)
    report('older version')
    const [content, recordsBefore] = [await contentOf(cell), await cell.count('select count(*) as n from actions')]
    const migrateFrom = Date.now()
    const migrated = run(cell, root, 'apps/server/src/migrate-command.ts')
    const migrateMs = Date.now() - migrateFrom
    if (migrated.status !== 0) broken.push(`migrate: ${migrated.stderr}`)
    // The older version still runs, now with the newer database.
    await pause(between)
    report('migrated')
    const forwardMs = await restartWith(cell, root, between)
    report('upgraded')
    const refused = run(cell, older, 'apps/server/src/main.ts')
    if (refused.status !== 1 || !refused.stderr.includes('a newer version has changed the database'))
      broken.push(`the older version on the newer database ended with ${refused.status}: ${refused.stderr}`)
    await pause(between)
    const backMs = await restartWith(cell, beside, between)
    report('back')
    const againMs = await restartWith(cell, root, between)
    const ofPhones = await phones.judge(broken)
    const { lost, doubled, waiting } = await load.judge()
    broken.push(...waiting)
    const seen = summary(load.seen)
    await load.stop()
    await phones.close()
    const now = await contentOf(cell)
    if (now !== content) broken.push(`the older version’s data has changed: ${content} became ${now}`)
    const figures = {
      ...seen.figures,
      savedByPhones: phones.saved.length,
      recordsBefore,
      migrateMs,
      forwardMs,
      backMs,
      againMs,
    }
    return {
      runs: 6,
      lost: lost + ofPhones.lost,
      doubled: doubled + ofPhones.doubled,
      broken: [...broken, ...seen.broken, ...load.sent.refused],
      figures,
    }
  } finally {
    await cell.close()
    removeCopy(older)
    removeCopy(beside)
  }
}

export const upgraded: FaultTest = {
  name: 'C7',
  promise: 'OPS-UPGRADE restarting one process after the other behind nginx fails no request and loses nothing (C7)',
  async run(size): Promise<Result> {
    buildApp()
    return size === 'full' ? upgrade() : rollingRestart(size)
  },
}
