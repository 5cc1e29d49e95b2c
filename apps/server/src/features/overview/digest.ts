/**
 * A daily queue job writes the emails and a row for the day in one transaction. If another process, or the same one after a crash, runs the
 * job again, it finds the row and writes no more emails.
 */
import { createHash } from 'node:crypto'
import type { Overview } from '@trailwarden/api'
import { type DueHours, dueAt, MANAGER } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { sql } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db } from '#db/database.ts'
import { overPool, type Queues } from '#db/schema/queues.ts'
import { composeEmail } from '#mail/compose.ts'
import type { EmailWriter } from '#mail/delivery.ts'
import type { Mail } from '#mail/mailer.ts'
import type { OverviewReader } from './overview.ts'

const QUEUE = 'digest'
/** The job may run late, because it checks that its hour isn't long past. */
export const DIGEST_QUEUES: Queues = {
  [QUEUE]: { retryLimit: 20, retryDelay: 60, retryBackoff: true, retryDelayMax: 1800, expireInSeconds: 300, deleteAfterSeconds: 3600 },
}
const KIND = 'manager-digest'
/**
 * If the server was off at `digestHour`, the email is sent later that day. It isn't sent after this many hours, because the next morning's
 * email has the same content.
 */
const LATEST_HOURS = 6
const SHOWN = 10
const HOUR_MS = 3_600_000

type DigestSite = Pick<Site, 'label' | 'networks' | 'timeZone' | 'dueHours' | 'reportDueHours' | 'digestHour'>

export type Digest = {
  /** `day` is for example 2026-11-17. Writes nothing if the emails exist or the hour is long past. */
  write(day: string, now: Date): Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** Rounded down, so that the duration is never overstated. */
function spanOf(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 48 ? count(hours, 'hour', 'hours') : count(Math.floor(hours / 24), 'day', 'days')
}

function digestLines(overview: Overview, { networks, reportDueHours }: Pick<Site, 'networks' | 'reportDueHours'>, now: Date) {
  const { actions, reports, outdated } = overview
  const nameOf = (id: string) => networks.find((network) => network.id === id)?.name ?? id
  const lines: { short: string; text: string }[] = []
  const add = (n: number, short: string, text: string) => n > 0 && lines.push({ short: `${n} ${short}`, text })
  if (actions) {
    add(actions.overdue, 'overdue', `${count(actions.overdue, 'Action is', 'Actions are')} overdue.`)
    add(actions.unrated.count, 'unrated', `${count(actions.unrated.count, 'Action is', 'Actions are')} not rated yet.`)
  }
  if (reports?.oldestAt) {
    const waits = `The oldest is ${spanOf(now.getTime() - Date.parse(reports.oldestAt))} old`
    const limit = reportDueHours ? `. The limit is ${spanOf(reportDueHours * HOUR_MS)}` : ''
    const text = `${count(reports.waiting, 'public report needs', 'public reports need')} a decision. ${waits}${limit}.`
    add(reports.waiting, reports.waiting === 1 ? 'report to check' : 'reports to check', text)
  }
  if (outdated && outdated.length > 0)
    lines.push({
      short: `status of ${count(outdated.length, 'network', 'networks')} out of date`,
      text: `Trail status is out of date for: ${outdated.map(({ id }) => nameOf(id)).join(', ')}.`,
    })
  return lines
}

/** Composed just before sending, with the Actions that are overdue at that time. */
export const digestEmails = (site: DigestSite, publicUrl: string): Record<typeof KIND, EmailWriter> => ({
  [KIND]: async (tx, { personId, details }, now) => {
    const person =
      personId &&
      (await tx
        .selectFrom('people')
        .select('displayName')
        .where('id', '=', personId)
        .where('role', '>=', MANAGER)
        .where('disabled', '=', false)
        .executeTakeFirst())
    if (!person) return null
    const open = await tx
      .selectFrom('actions')
      .select(['number', 'description', 'area', 'rating', 'status', 'createdAt', 'recordedAt'])
      .where('status', '=', 'Unresolved')
      .where('deletedAt', 'is', null)
      .where('rating', 'in', ratedIn(site.dueHours))
      .orderBy('createdAt')
      .execute()
    const overdue = open
      .map((action) => ({ ...action, due: dueAt(isoTimes(action), site.dueHours) }))
      .filter(({ due }) => due !== null && due < now)
      .toSorted((a, b) => Number(a.due) - Number(b.due))
    const listed = overdue.slice(0, SHOWN).map(({ number, description, area, rating, due }) => {
      return `${number} ${description}, ${area}. ${rating}, overdue by ${spanOf(now.getTime() - Number(due))}.`
    })
    const more = overdue.length > SHOWN ? [`And ${overdue.length - SHOWN} more.`] : []
    const sentences = (details.text ?? '').split('\n')
    const why = 'You get this daily summary because you’re a manager. We only send it when something needs attention.'
    return composeEmail(site.label, details.subject ?? '', person.displayName, [...sentences, ...listed, ...more, why], {
      title: 'Overview',
      url: new URL('/management/overview', publicUrl).href,
    })
  },
})

const ratedIn = (dueHours: DueHours = {}) => {
  const ratings = (['Extreme', 'High', 'Medium', 'Low', 'Unrated'] as const).filter((rating) => dueHours[rating] !== undefined)
  return ratings.length > 0 ? ratings : (['Extreme'] as const)
}

const isoTimes = <A extends { createdAt: Date; recordedAt: Date }>(action: A) => ({
  ...action,
  createdAt: action.createdAt.toISOString(),
  recordedAt: action.recordedAt.toISOString(),
})

/** Every process gets one id for a day, so that two processes don't schedule the job twice. */
function jobIdOf(day: string): string {
  const hex = createHash('sha256').update(`digest ${day}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Log = { warn(details: object, message: string): void }

export async function openDigest(
  { db, pool }: { db: Db; pool: pg.Pool },
  { site, mail, overview }: { site: DigestSite; mail: Mail; overview: OverviewReader },
  log: Log,
): Promise<Digest> {
  const { digestHour, timeZone } = site
  // `createQueues` has already created the tables, and the email queue maintains them.
  const boss = new PgBoss({ db: overPool(pool), schedule: false, supervise: false, migrate: false })
  boss.on('error', (error) => log.warn({ err: error }, 'daily email queue error'))
  await boss.start()

  async function dueTime(day: string): Promise<Date> {
    const { rows } = await sql<{ due: Date }>`
      select (${day}::date + make_interval(hours => ${digestHour ?? 0})) at time zone ${timeZone} as due`.execute(db)
    if (!rows[0]) throw new Error('The database returned no time.')
    return rows[0].due
  }
  async function dayAt(now: Date, later: number): Promise<string> {
    const { rows } = await sql<{ day: string }>`
      select to_char((${now}::timestamptz at time zone ${timeZone})::date + ${later}::int, 'YYYY-MM-DD') as day`.execute(db)
    return rows[0]?.day ?? ''
  }
  const isOver = async (day: string, now: Date) => now.getTime() > (await dueTime(day)).getTime() + LATEST_HOURS * HOUR_MS
  const isWritten = async (day: string) =>
    (await db.selectFrom('digests').select('day').where('day', '=', day).executeTakeFirst()) !== undefined

  async function plan(now: Date): Promise<void> {
    const today = await dayAt(now, 0)
    const day = (await isWritten(today)) || (await isOver(today, now)) ? await dayAt(now, 1) : today
    await boss.send(QUEUE, { day }, { id: jobIdOf(day), startAfter: await dueTime(day) })
  }

  async function write(day: string, now: Date): Promise<boolean> {
    if ((await isOver(day, now)) || (await isWritten(day))) return false
    const figures = await overview.read(null)
    if (!figures.actions || !figures.reports) throw new Error('the figures for the daily email could not be calculated')
    const lines = digestLines(figures, site, now)
    return db.transaction().execute(async (tx) => {
      const added = await tx
        .insertInto('digests')
        .values({ day, writtenAt: now })
        .onConflict((same) => same.doNothing())
        .returning('day')
        .executeTakeFirst()
      if (!added || lines.length === 0) return false
      const managers = await tx
        .selectFrom('people')
        .select(['id', 'email'])
        .where('role', '>=', MANAGER)
        .where('disabled', '=', false)
        .execute()
      const details = {
        subject: `${lines.map(({ short }) => short).join(', ')}: ${site.label}`,
        text: lines.map(({ text }) => text).join('\n'),
      }
      for (const { id, email } of managers) await mail.queueBulk(tx, { kind: KIND, recipient: email, personId: id, details }, now)
      return true
    })
  }

  return {
    write,
    async start() {
      if (digestHour === undefined) return
      await plan(new Date())
      await boss.work<{ day: string }>(QUEUE, { pollingIntervalSeconds: 60 }, async ([job]) => {
        if (job) await write(job.data.day, new Date())
        await plan(new Date())
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
