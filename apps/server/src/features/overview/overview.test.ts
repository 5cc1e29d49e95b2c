import { randomUUID } from 'node:crypto'
import { AGE_FROM_DAYS, Overview } from '@trailwarden/api'
import { isOverdue, Rating } from '@trailwarden/domain'
import { createBrowser } from '@trailwarden/testkit/devices/people'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createReporter } from '#testing/reporters.ts'
import { createTestDatabase, createTestServer } from '#testing/test-server.ts'
import { countActions } from './action-figures.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
type Database = Awaited<ReturnType<typeof createTestDatabase>>

/**
 * Actions of every kind over two years: open and resolved, rated and unrated, merged, deleted, in every area. Each run adds equal Actions.
 */
async function addActions({ db }: Database, count: number, now: Date): Promise<void> {
  await sql`insert into actions (id, number, description, area, trail, detail, rating, status, notes, version, recorded_at, created_at,
      created_by, created_by_name, updated_at, updated_by, updated_by_name, completed_at, assigned_to, deleted_at)
    select gen_random_uuid(), lpad((5000 + n)::text, 4, '0'), 'Number ' || n,
      (array['Bay of Fires', 'Blue Tier', 'Dreaming Pools', 'St Helens'])[1 + n % 4],
      (array['Garnup', 'Icarus', 'Mack 10', null])[1 + n / 3 % 4], '', (array['Unrated', 'Low', 'Medium', 'High', 'Extreme'])[1 + n / 7 % 5],
      case when is_open then 'Unresolved' else 'Resolved' end, '[]', 1, at, at, gen_random_uuid(), 'x', at, gen_random_uuid(), 'x',
      case when not is_open then least(${now}, at + (n * n % 1500 + 1) * interval '57 minutes') end,
      case when n % 3 = 0 then gen_random_uuid() end, case when n % 17 = 0 then ${now}::timestamptz end
    from (select n, ${now}::timestamptz - n * n % 730 * interval '1 day' - n * interval '13 minutes' as at, n * 7 % 5 < 2 as is_open
      from generate_series(1, ${count}::int) n) made`.execute(db)
  await sql`update actions set merged_into = (select id from actions where deleted_at is null and status = 'Resolved' order by number limit 1)
    where status = 'Resolved' and number::int % 11 = 0 and number <> (select min(number) from actions where deleted_at is null and status = 'Resolved')`.execute(
    db,
  )
}

type Row = {
  id: string
  number: string
  area: string
  trail: string | null
  rating: Rating
  status: 'Unresolved' | 'Resolved'
  createdAt: Date
  completedAt: Date | null
  assignedTo: string | null
  mergedInto: string | null
}

test('OVERVIEW all figures match a simple count of the same Actions, for all networks and for each one', async () => {
  const { app, database, site } = await createTestServer()
  const now = new Date()
  await addActions(database, 900, now)
  const { browser } = await createTestDevice(app, database.db, { role: 2 })
  const { rows: all } = await sql<Row>`select * from actions where deleted_at is null`.execute(database.db)
  const { rows: mondays } = await sql<{
    at: Date
    day: string
  }>`select monday at time zone ${site.timeZone} as at, to_char(monday, 'YYYY-MM-DD') as day
    from (select date_trunc('week', ${now}::timestamptz at time zone ${site.timeZone}) - w * interval '7 days' as monday from generate_series(12, 0, -1) w) weeks`.execute(
    database.db,
  )
  const networkOf = (area: string) => site.areas.find(({ name }) => name === area)?.networkId
  for (const network of [null, ...site.networks.map(({ id }) => id)]) {
    const reply = await browser.get(`/api/management/overview${network ? `?network=${network}` : ''}`)
    const { actions, asOf } = Overview.parse(reply.json())
    const seen = new Date(asOf)
    const mine = all.filter(({ area }) => !network || networkOf(area) === network)
    const open = mine.filter(({ status }) => status === 'Unresolved')
    const real = mine.filter(({ mergedInto }) => mergedInto === null)
    const fixed = real.filter(({ completedAt }) => completedAt && completedAt.getTime() > now.getTime() - 365.2 * DAY_MS)
    const overdue = open.filter((row) => {
      const createdAt = row.createdAt.toISOString()
      return isOverdue({ ...row, createdAt, recordedAt: createdAt }, site.dueHours, seen)
    })
    const urgent = open.filter(({ rating }) => rating === 'Extreme' || rating === 'High')
    const byAge = (rows: Row[]) => rows.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))
    const ofRating = (rows: Row[], rating: Rating) => rows.filter((row) => row.rating === rating)
    const oldestUnrated = byAge(ofRating(open, 'Unrated'))[0]
    const unheld = byAge(urgent.filter(({ assignedTo }) => assignedTo === null))
    expect(open.length).toBeGreaterThan(50)
    expect(actions).toMatchObject({
      open: open.length,
      overdue: overdue.length,
      unrated: { count: ofRating(open, 'Unrated').length },
      urgent: {
        extreme: ofRating(open, 'Extreme').length,
        high: ofRating(open, 'High').length,
        overdue: urgent.filter((row) => overdue.includes(row)).length,
        nobodyHas: { count: unheld.length, oldest: { id: unheld[0]?.id, number: unheld[0]?.number } },
      },
      networks: site.networks
        .filter(({ id }) => !network || id === network)
        .map(({ id }) => ({
          id,
          ratings: Object.fromEntries(
            Rating.options.map((rating) => [rating, ofRating(open, rating).filter(({ area }) => networkOf(area) === id).length]),
          ),
        })),
      ages: AGE_FROM_DAYS.map((from, i) => {
        const to = AGE_FROM_DAYS[i + 1] ?? Number.POSITIVE_INFINITY
        return open.filter(({ createdAt }) => {
          const days = (seen.getTime() - createdAt.getTime()) / DAY_MS
          return days >= from && days < to
        }).length
      }),
      oldest: { id: byAge(open)[0]?.id, number: byAge(open)[0]?.number },
      timeToFix: (['Extreme', 'High', 'Medium', 'Low'] as const).map((rating) => {
        const hours = ofRating(fixed, rating)
          .map(({ createdAt, completedAt }) => Math.floor((Number(completedAt) - Number(createdAt)) / HOUR_MS))
          .toSorted((a, b) => a - b)
        const middle = hours[Math.ceil(hours.length / 2) - 1] ?? 0
        return { rating, fixed: hours.length, medianHours: middle < 48 ? middle : Math.floor(middle / 24) * 24 }
      }),
      weeks: mondays.slice(0, 12).map(({ at, day }, i) => {
        const isIn = (time: Date | null) => time !== null && time >= at && time < (mondays[i + 1]?.at ?? now)
        return {
          from: day,
          opened: real.filter(({ createdAt }) => isIn(createdAt)).length,
          closed: real.filter(({ completedAt }) => isIn(completedAt)).length,
        }
      }),
    })
    expect(Date.parse(actions?.unrated.oldestAt ?? '')).toBe(Math.round((oldestUnrated?.createdAt.getTime() ?? 0) / 1000) * 1000)
    const trails = [...Map.groupBy(open, ({ trail }) => trail)].filter(([trail]) => trail !== null)
    expect(Object.fromEntries(actions?.trails.map(({ trail, open: n }) => [trail, n]) ?? [])).toEqual(
      Object.fromEntries(trails.map(([trail, rows]) => [trail, rows.length])),
    )
  }
})

test('OVERVIEW shows reports, status, emails and backups that need attention, and refuses unknown networks', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await createTestDevice(app, database.db, { role: 2 })
  const ask = async () => Overview.parse((await browser.get('/api/management/overview')).json())
  const jo = createReporter(createBrowser(app))
  await jo.report({ words: 'A log' })
  await sql`update reports set created_at = now() - interval '14 hours'`.execute(database.db)
  await sql`insert into maintenance_runs (task, started_at, finished_at, succeeded, details)
    values ('backup-database', now() - interval '27 hours', now() - interval '27 hours', true, '{}')`.execute(database.db)
  await sql`insert into pgboss.job (name, data, state, created_on) values ('email-bulk', '{}', 'retry', now() - interval '3 hours')`.execute(
    database.db,
  )
  const { reports, outdated, emails, backup } = await ask()
  expect(reports?.waiting).toBe(1)
  expect(Date.now() - Date.parse(reports?.oldestAt ?? '')).toBeGreaterThan(13.9 * HOUR_MS)
  expect(outdated).toEqual(['bay-of-fires', 'st-helens', 'dreaming-pools'].map((id) => ({ id, postedAt: null })))
  expect(emails?.undelivered).toBe(1)
  expect(Date.now() - Date.parse(emails?.since ?? '')).toBeGreaterThan(2.9 * HOUR_MS)
  expect(backup).toMatchObject({ isLate: true, testedAt: null })
  expect((await browser.get('/api/management/overview?network=nowhere')).statusCode).toBe(422)
})

test('OVERVIEW a figure that can’t be counted doesn’t affect the others, and concurrent requests share one query', async () => {
  const { app, database } = await createTestServer()
  const { browser } = await createTestDevice(app, database.db, { role: 2 })
  await sql`alter table reports rename to reports_away`.execute(database.db)
  const [one, two] = await Promise.all([1, 2].map(async () => Overview.parse((await browser.get('/api/management/overview')).json())))
  expect(one).toMatchObject({ reports: null, actions: { open: 0, oldest: null }, outdated: [{}, {}, {}] })
  expect(two?.asOf).toBe(one?.asOf)
})

test('OVERVIEW reads the figures with two index scans and no table scan', async () => {
  const database = await createTestDatabase()
  await addActions(database, 3000, new Date())
  await database.pool.query('checkpoint')
  await database.pool.query('vacuum analyze actions')
  const before = await scans(database)
  await countActions(database.db, { timeZone: 'Australia/Hobart', dueHours: { High: 24 } }, new Date())
  const after = await scans(database)
  expect({ table: after.table - before.table, index: after.index - before.index }).toEqual({ table: 0, index: 2 })
})

async function scans({ pool }: Database) {
  await pool.query('select pg_stat_force_next_flush()')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const { rows } = await pool.query<{ table: string; index: string }>(
    `select seq_scan as "table", idx_scan as "index" from pg_stat_user_tables where relname = 'actions'`,
  )
  return { table: Number(rows[0]?.table), index: Number(rows[0]?.index) }
}

test('DIGEST managers get one email a day about what needs attention, however many processes are running', async () => {
  const database = await createTestDatabase()
  const [one, other] = [await createTestServer({ database }), await createTestServer({ database })]
  const manager = await createTestDevice(one.app, database.db, { role: 2 })
  await createTestDevice(one.app, database.db, { role: 1 })
  const actionId = randomUUID()
  await manager.do('action', actionId, { description: 'Bridge gone', area: 'St Helens', rating: 'Extreme' })
  await sql`update actions set created_at = now() - interval '4 days'`.execute(database.db)
  const { rows } = await sql<{ day: string; due: Date }>`select to_char(current_date, 'YYYY-MM-DD') as day,
    (current_date + interval '7 hours') at time zone 'Australia/Hobart' as due`.execute(database.db)
  const [{ day, due } = { day: '', due: new Date() }] = rows
  const [digest, otherDigest] = [one.features.overview.digest, other.features.overview.digest]
  const wrote = await Promise.all([digest.write(day, due), otherDigest.write(day, due), digest.write(day, due)])
  expect(wrote.filter(Boolean)).toHaveLength(1)
  expect(await digest.write(day, due)).toBe(false)
  const emails = await database.db.selectFrom('emails').selectAll().where('kind', '=', 'manager-digest').execute()
  expect(emails.map(({ recipient }) => recipient)).toEqual([manager.person.email])
  expect(emails[0]?.details).toEqual({
    subject: '1 overdue, status of 3 networks out of date: St Helens Trails',
    text: '1 Action is overdue.\nTrail status is out of date for: Bay of Fires, St Helens, Dreaming Pools.',
  })
})

test('DIGEST sends no email if nothing needs attention or the scheduled hour is long past', async () => {
  const { app, database, features } = await createTestServer({ site: { statusAgeLimitHours: 24 * 365 * 50 } })
  const { digest } = features.overview
  const manager = await createTestDevice(app, database.db, { role: 2 })
  const networks = [['bay-of-fires'], ['st-helens'], ['dreaming-pools']].map(([id]) => ({ id, status: 'Open', message: '' }))
  await manager.do('trail-update', randomUUID(), { networks: Object.fromEntries(networks.map(({ id, ...rest }) => [id, rest])) })
  const { rows } = await sql<{ due: Date }>`select '2026-11-16 07:00'::timestamp at time zone 'Australia/Hobart' as due`.execute(
    database.db,
  )
  const due = rows[0]?.due ?? new Date()
  expect(await digest.write('2026-11-16', new Date(due.getTime() + 7 * HOUR_MS))).toBe(false)
  expect(await database.db.selectFrom('digests').selectAll().execute()).toEqual([])
  expect(await digest.write('2026-11-16', due)).toBe(false)
  const emails = await database.db.selectFrom('emails').select('kind').where('kind', '=', 'manager-digest').execute()
  expect(emails).toEqual([])
})
