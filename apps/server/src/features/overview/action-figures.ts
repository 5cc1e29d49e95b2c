/**
 * Two index scans are enough: one of open Actions, one of those resolved within a year (`actions_open`, `actions_fixed`). Older Actions
 * don't slow them down. Each scan counts by area, so that one read serves every network. Actions opened in a given week are either still
 * open or were resolved within the year.
 */
import { type ActionFigures, AGE_FROM_DAYS } from '@trailwarden/api'
import { Rating, ratingPriority } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'

const HOUR_MS = 3_600_000
const WEEKS = 12
const RATINGS = ['Extreme', 'High', 'Medium', 'Low', 'Unrated'] as const

/** The creation time in seconds with twelve digits, directly followed by the number, so that the smallest string is the oldest Action. */
type Oldest = string
type OpenRow = { area: string; n: number; oldest: Oldest } & (
  | { by: 'rating'; rating: Rating; nobody: boolean; overdue: boolean }
  | { by: 'age'; age: number }
  | { by: 'trail'; trail: string | null; rating: Rating }
  | { by: 'week'; week: number }
)
type FixedRow = { area: string; n: number } & (
  | { by: 'time'; rating: Rating; hours: number }
  | { by: 'closed'; week: number }
  | { by: 'opened'; week: number }
)
type Named = { id: string; number: string; description: string; createdAt: Date }

export type ActionCounts = {
  open: OpenRow[]
  fixed: FixedRow[]
  /** The Mondays of the last twelve full weeks and of the current week. */
  weekStarts: string[]
  findByNumber: (numbers: readonly string[]) => Promise<Named[]>
}

/**
 * Midnights between the weeks in the site's time zone. Bucket 0 is everything before the first week, 1 is the first week and 13 the current
 * one.
 */
const weekStarts = (timeZone: string, now: Date) => sql`array(
  select (date_trunc('week', ${now}::timestamptz at time zone ${timeZone}) - w * interval '7 days') at time zone ${timeZone}
  from generate_series(${sql.lit(WEEKS)}, 0, -1) w)`

function openQuery({ dueHours = {}, timeZone }: Pick<Site, 'dueHours' | 'timeZone'>, now: Date): RawBuilder<OpenRow> {
  const limits = Object.entries(dueHours).map(
    ([rating, hours]) => sql`when ${rating} then ${new Date(now.getTime() - (hours ?? 0) * HOUR_MS)}::timestamptz`,
  )
  const overdue = limits.length > 0 ? sql`coalesce(created_at < case rating ${sql.join(limits, sql` `)} end, false)` : sql`false`
  const ageEdges = AGE_FROM_DAYS.toReversed().map((days) => sql`${new Date(now.getTime() - days * 24 * HOUR_MS)}::timestamptz`)
  return sql<OpenRow>`
    select case grouping(rating, trail, nobody, age, week)
        when b'01011'::int then 'rating' when b'11101'::int then 'age' when b'00111'::int then 'trail' else 'week' end as by,
      area, rating, trail, nobody, overdue, age, week, count(*)::int as n, min(oldest) as oldest
    from (
      select area, rating, trail, assigned_to is null as nobody, ${overdue} as overdue,
        width_bucket(created_at, array[${sql.join(ageEdges)}]) as age, width_bucket(created_at, starts) as week,
        (to_char(date_part('epoch', created_at), 'FM000000000000') || number) collate "C" as oldest
      from actions, (select ${weekStarts(timeZone, now)} as starts offset 0) weeks
      where status = 'Unresolved' and deleted_at is null) counted
    group by grouping sets ((area, rating, nobody, overdue), (area, age), (area, trail, rating), (area, week))`
}

/**
 * The first aggregation leaves a fifth of the rows, which are then grouped in three ways. `offset 0` makes PostgreSQL compute the hours of
 * each row only once.
 */
const fixedQuery = ({ timeZone }: Pick<Site, 'timeZone'>, now: Date): RawBuilder<FixedRow> => sql<FixedRow>`
  select case grouping(rating, closed, opened) when 3 then 'time' when 5 then 'closed' else 'opened' end as by,
    area, rating, hours, coalesce(closed, opened) as week, sum(n)::int as n
  from (
    select area, rating, case when hours < 48 then hours else hours / 24 * 24 end as hours, closed, opened, count(*) as n
    from (
      select area, rating, floor(date_part('epoch', completed_at - created_at) / 3600)::int as hours,
        width_bucket(completed_at, starts) as closed, width_bucket(created_at, starts) as opened
      from actions, (select ${weekStarts(timeZone, now)} as starts offset 0) weeks
      where status = 'Resolved' and deleted_at is null and merged_into is null
        and completed_at >= ${now}::timestamptz - interval '12 months' offset 0) measured
    group by 1, 2, 3, 4, 5) counted
  group by grouping sets ((area, rating, hours), (area, closed), (area, opened))`

/** With less memory, PostgreSQL would sort all rows three times instead of counting the groups. */
const ROOM = `set local work_mem = '64MB'`

export async function countActions(db: Db, site: Pick<Site, 'dueHours' | 'timeZone'>, now: Date): Promise<ActionCounts> {
  const { open, fixed, mondays } = await db.transaction().execute(async (tx: Tx) => {
    await sql.raw(ROOM).execute(tx)
    const { rows } = await sql<{ mondays: string[] }>`
      select array(select to_char(start at time zone ${site.timeZone}, 'YYYY-MM-DD')
        from unnest(${weekStarts(site.timeZone, now)}) start) as mondays`.execute(tx)
    return {
      open: (await openQuery(site, now).execute(tx)).rows,
      fixed: (await fixedQuery(site, now).execute(tx)).rows,
      mondays: rows[0]?.mondays ?? [],
    }
  })
  const findByNumber = async (numbers: readonly string[]) =>
    numbers.length === 0
      ? []
      : db.selectFrom('actions').select(['id', 'number', 'description', 'createdAt']).where('number', 'in', numbers).execute()
  return { open, fixed, weekStarts: mondays, findByNumber }
}

const sum = (rows: readonly { n: number }[]) => rows.reduce((total, { n }) => total + n, 0)
const oldestOf = (rows: readonly { oldest: Oldest }[]): Oldest | null => rows.map(({ oldest }) => oldest).toSorted()[0] ?? null
const numberOf = (oldest: Oldest) => oldest.slice(12)

/** The lower of the two middle values, so that the median is an actual value. */
function medianOf(times: readonly { hours: number; n: number }[]): number | null {
  let left = Math.ceil(sum(times) / 2)
  for (const { hours, n } of times.toSorted((a, b) => a.hours - b.hours)) {
    left -= n
    if (left <= 0) return hours
  }
  return null
}

export async function figuresOf(
  { open: allOpen, fixed: allFixed, weekStarts: mondays, findByNumber }: ActionCounts,
  { networks, areas }: Pick<Site, 'networks' | 'areas'>,
  networkId: string | null,
): Promise<ActionFigures> {
  const networkOf = new Map(areas.map(({ name, networkId: id }) => [name, id]))
  const isMeant = ({ area }: { area: string }) => networkId === null || networkOf.get(area) === networkId
  const [open, fixed] = [allOpen.filter(isMeant), allFixed.filter(isMeant)]
  const byRating = open.filter((row) => row.by === 'rating')
  const byTrail = open.filter((row) => row.by === 'trail')
  const unrated = byRating.filter(({ rating }) => rating === 'Unrated')
  const urgent = byRating.filter(({ rating }) => rating === 'Extreme' || rating === 'High')
  const nobodyHas = urgent.filter(({ nobody }) => nobody)
  const [oldest, oldestUnheld, oldestUnrated] = [oldestOf(byRating), oldestOf(nobodyHas), oldestOf(unrated)]
  const named = await findByNumber([oldest, oldestUnheld].flatMap((one) => (one ? numberOf(one) : [])))
  const find = (wanted: Oldest | null) => named.find(({ number }) => wanted !== null && number === numberOf(wanted)) ?? null
  const [first, unheld] = [find(oldest), find(oldestUnheld)]
  const ofRating = (rating: Rating, rows = byRating) => sum(rows.filter((row) => row.rating === rating))
  return {
    open: sum(byRating),
    overdue: sum(byRating.filter(({ overdue }) => overdue)),
    unrated: { count: sum(unrated), oldestAt: oldestUnrated && new Date(Number(oldestUnrated.slice(0, 12)) * 1000).toISOString() },
    urgent: {
      extreme: ofRating('Extreme'),
      high: ofRating('High'),
      overdue: sum(urgent.filter(({ overdue }) => overdue)),
      nobodyHas: { count: sum(nobodyHas), oldest: unheld && { id: unheld.id, number: unheld.number } },
    },
    networks: networks
      .filter(({ id }) => networkId === null || id === networkId)
      .map(({ id }) => {
        const here = byRating.filter(({ area }) => networkOf.get(area) === id)
        const ratings = Object.fromEntries(Rating.options.map((rating) => [rating, ofRating(rating, here)]))
        // The cast is safe, because every rating has just been counted.
        return { id, ratings: ratings as Record<Rating, number> }
      }),
    ages: AGE_FROM_DAYS.map((_, i) => {
      // Buckets start with the oldest. If a clock runs ahead, its Actions count as new.
      const isOf = (age: number) => Math.max(0, AGE_FROM_DAYS.length - 1 - age) === i
      return sum(open.filter((row) => row.by === 'age' && isOf(row.age)))
    }),
    oldest: first && { ...first, createdAt: first.createdAt.toISOString() },
    timeToFix: RATINGS.filter((rating) => rating !== 'Unrated').map((rating) => {
      const times = fixed.filter((row) => row.by === 'time').filter((row) => row.rating === rating)
      return { rating, fixed: sum(times), medianHours: medianOf(times) }
    }),
    weeks: mondays.slice(0, WEEKS).map((from, i) => ({
      from,
      opened: sum([...open.filter((row) => row.by === 'week'), ...fixed.filter((row) => row.by === 'opened')].filter(inWeek(i))),
      closed: sum(fixed.filter((row) => row.by === 'closed').filter(inWeek(i))),
    })),
    trails: [...Map.groupBy(byTrail, ({ trail }) => trail)]
      .flatMap(([trail, rows]) => {
        const worst = rows.map(({ rating }) => rating).toSorted((a, b) => severityOf(a) - severityOf(b))[0]
        return trail === null || !worst ? [] : { trail, open: sum(rows), worst }
      })
      .toSorted((a, b) => b.open - a.open || a.trail.localeCompare(b.trail)),
  }
}

const inWeek =
  (i: number) =>
  ({ week }: { week: number }) =>
    week === i + 1

const severityOf = (rating: Rating) => (rating === 'Unrated' ? Number.MAX_SAFE_INTEGER : ratingPriority(rating))
