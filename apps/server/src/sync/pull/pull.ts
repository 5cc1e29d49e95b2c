/**
 * One statement reads the feed, joins the records and writes the JSON, so each page is a consistent snapshot. Its cost depends on the size
 * of the page and not on the amount of history.
 */
import { PULL_LIMIT } from '@trailwarden/api'
import { type Actor, isManager } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { kindsFor } from '#core/synced-kind.ts'
import type { Db } from '#db/database.ts'
import { before, type Cursor, type CursorPosition, isCursorOf, writeCursor } from './cursor.ts'
import { type Evidence, isImpossible, type Past, pastQuery, readPast, repairPast } from './past.ts'

type Page = { past: Past | null; count: number; documents: string; removed: string | null } & {
  [Key in keyof CursorPosition]: CursorPosition[Key] | null
}

type Kinds = ReturnType<typeof kindsFor>

export const NO_EVIDENCE: Evidence = { receipt: null, cursor: null, memory: { nextXid: 0n, number: 0 } }
const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)
const isAfter = ({ xid, id, kind }: CursorPosition) => sql`(c.xid, c.id, c.kind) > (${xid}::xid8, ${id}::uuid, ${kind}::text)`
const IN_ORDER = sql`order by c.xid, c.id, c.kind limit ${sql.lit(PULL_LIMIT)}`

/**
 * Only changes before the oldest running transaction. Without this limit, later pulls would miss changes that the transaction has yet to
 * commit.
 */
const changesAfter = (after: CursorPosition) =>
  sql`select c.* from changes c where ${isAfter(after)} and c.xid < pg_snapshot_xmin(pg_current_snapshot()) ${IN_ORDER}`

/**
 * Managers see nearly all records, so the statement scans the feed. For members, it first finds the visible records through their own
 * indices: scanning ten years of resolved Actions for a hundred open ones would take minutes.
 */
function snapshotFor(actor: Actor, kinds: Kinds, after: CursorPosition, horizon: string) {
  const older = sql`${isAfter(after)} and c.xid < ${horizon}::xid8`
  if (isManager(actor)) return sql`select c.* from changes c where ${older} and not c.is_archived ${IN_ORDER}`
  const seen = kinds.map(([kind, { table, isSeenBy }]) => sql`select ${kind}::text as kind, r.id from ${table} r where ${isSeenBy(actor)}`)
  // `offset 0` prevents the planner from turning this join into a scan of the feed.
  const feed = sql`lateral (select f.* from changes f where f.kind = seen.kind and f.id = seen.id offset 0)`
  return sql`select c.* from (${union(seen)}) seen cross join ${feed} c where ${older} and not c.is_archived ${IN_ORDER}`
}

export function pageQuery(actor: Actor, { phase, after, horizon }: Cursor, evidence: Evidence, kinds: Kinds): RawBuilder<Page> {
  const names = kinds.map(([kind]) => kind)
  const documents = kinds.map(
    ([kind, { table, version, isSeenBy, documentFor }]) => sql`
      select ${version} as version, ${documentFor(actor)} as data from ${table} r
      where page.kind = ${kind} and r.id = page.id and not page.is_archived and ${isSeenBy(actor)}`,
  )
  return sql<Page>`
    with page as materialized (${phase === 'snapshot' ? snapshotFor(actor, kinds, after, horizon) : changesAfter(after)}),
    last as (select c.xid, c.id, c.kind from page c order by c.xid desc, c.id desc, c.kind desc limit 1)
    select
      ${pastQuery(evidence)} as past,
      (select count(*) from page) as count,
      (select xid::text from last) as xid, (select id from last) as id, (select kind from last) as kind,
      (coalesce(json_agg(json_build_object('kind', page.kind, 'id', page.id, 'version', document.version, 'data', document.data)
        order by page.xid, page.id) filter (where document.version is not null), '[]'))::text as documents,
      (json_agg(json_build_object('kind', page.kind, 'id', page.id)) 
        filter (where document.version is null and page.kind = any(${names}::text[])))::text as removed
    from page left join lateral (${union(documents)}) as document on true`
}

async function readPage(db: Db, actor: Actor, cursor: Cursor, evidence: Evidence, kinds: Kinds): Promise<Page & { past: Past }> {
  const { rows } = await pageQuery(actor, cursor, evidence, kinds).execute(db)
  if (!rows[0]) throw new Error('The query returned no page of changes.')
  const { past } = rows[0]
  if (!past) throw new Error('The epoch is missing.')
  return { ...rows[0], past }
}

async function startOver(db: Db, actor: Actor, protocol: number): Promise<Cursor> {
  const now = await db
    .selectFrom('syncEpoch')
    .select(['epoch', sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('horizon')])
    .executeTakeFirst()
  if (!now) throw new Error('The epoch is missing.')
  return { ...now, personId: actor.id, role: actor.role, phase: 'snapshot', after: before('0'), protocol }
}

function nextCursor(cursor: Cursor, { count, xid, id, kind }: Page): Cursor {
  const after = xid !== null && id !== null && kind !== null ? { xid, id, kind } : cursor.after
  const isSnapshotDone = cursor.phase === 'snapshot' && count < PULL_LIMIT
  return isSnapshotDone ? { ...cursor, phase: 'changes', after: before(cursor.horizon) } : { ...cursor, after }
}

/** After an update of the app, earlier pulls have omitted some record kinds. */
const lacks = (cursor: Cursor, kinds: Kinds) => kinds.some(([, { since }]) => since > cursor.protocol)

/** Null if the device must pull everything again. Always checks for a restore. */
async function continueFrom(db: Db, actor: Actor, evidence: Evidence, kinds: Kinds) {
  const { cursor } = evidence
  const page = cursor && isCursorOf(cursor, actor) && !lacks(cursor, kinds) ? await readPage(db, actor, cursor, evidence, kinds) : null
  const past = page?.past ?? (await readPast(db, evidence))
  const isNewEpoch = await repairPast(db, past, evidence)
  if (!page || !cursor || isNewEpoch || cursor.epoch !== past.epoch || isImpossible(cursor, past)) return null
  return { page, cursor }
}

/**
 * The body of the response (PullReply). The database has already written most of it as JSON, and parsing and serialising it again would
 * double the cost.
 */
export async function pull(db: Db, actor: Actor, evidence: Evidence, protocol: number, kinds: Kinds): Promise<string> {
  const going = await continueFrom(db, actor, evidence, kinds)
  const cursor: Cursor = going ? { ...going.cursor, protocol } : await startOver(db, actor, protocol)
  const page = going?.page ?? (await readPage(db, actor, cursor, NO_EVIDENCE, kinds))
  const { number, secret } = page.past
  const next = writeCursor(nextCursor(cursor, page), number, secret)
  const head = { epoch: cursor.epoch, personId: actor.id, role: actor.role, reset: !going, cursor: next }
  // After the last page of the snapshot, the next request returns the changes since the snapshot's horizon.
  const more = page.count === PULL_LIMIT || cursor.phase === 'snapshot'
  const removed = cursor.phase === 'changes' ? (page.removed ?? '[]') : '[]'
  return `${JSON.stringify({ ...head, more }).slice(0, -1)},"documents":${page.documents},"removed":${removed}}`
}
