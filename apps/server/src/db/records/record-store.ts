import {
  type Actor,
  accept,
  type Data,
  type Decision,
  decide,
  type Photo,
  type RecordChange,
  type RecordKind,
  refuse,
} from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database.ts'
import { decideUncontested } from './contested.ts'
import { documentSql, THE_SYSTEM } from './document-sql.ts'
import { type Applied, fieldsSetLater, type Incoming, withoutLate, writeHistory } from './history.ts'
import { addedPhotos, claimPhotos, type PhotoOf, photosColumn, whyNotClaimable } from './photo-claims.ts'

const photosIn = (record: Data | null) => (record?.photos ?? []) as Photo[]

type Versioned = Data & { version: number }
type Described<R extends Versioned> = Pick<RecordKind<R>, 'name' | 'fields' | 'operations'>

/** `patch` is the command's patch without late fields. */
type Decide<R> = (
  tx: Tx,
  current: R | null,
  incoming: Incoming,
  patch: Data,
  actor: Actor,
  now: Date,
) => Promise<Decision<RecordChange<R>>> | Decision<RecordChange<R>>

/** For a kind without special rules. */
export const byDescription =
  <R extends Versioned, Patch extends Data>(kind: RecordKind<R, Patch, object>): Decide<R> =>
  (_tx, current, incoming, patch, actor, now) =>
    decide(kind, current, { ...incoming, patch }, actor, {}, now)

/** The table has a column for each field of the kind, and `deleted_at` if its records can be deleted. */
const canBeDeleted = ({ operations }: Pick<RecordKind, 'operations'>) => 'deleted' in operations

export const isNotDeleted = (kind: Pick<RecordKind, 'operations'>): RawBuilder<boolean> =>
  canBeDeleted(kind) ? sql<boolean>`r.deleted_at is null` : sql<boolean>`true`

/**
 * The row stays locked between reading and writing, so concurrent changes can't silently overwrite each other. `photosOf` is the column of
 * `photos` that refers to records of this kind.
 */
export const applyRecordChange =
  <R extends Versioned>(kind: Described<R>, table: string, decideChange: Decide<R>, photosOf?: PhotoOf['of']) =>
  async (tx: Tx, actor: Actor, incoming: Incoming, now: Date): Promise<Decision<Applied>> => {
    const { recordId, baseVersion } = incoming
    const { rows } = await sql<{ record: R; isThere: boolean }>`
      select ${documentSql(kind, THE_SYSTEM)} as record, ${isNotDeleted(kind)} as is_there
      from ${sql.table(table)} r where r.id = ${recordId} for update`.execute(tx)
    const current = rows[0]?.record ?? null
    if (rows[0]?.isThere === false) return refuse('gone', 'the record was deleted')
    // The author saw a record that this database never had, so the database was restored to an earlier state.
    if (!current && baseVersion !== null) return refuse('gone', 'there is no such record')
    const { patch, late } = withoutLate(incoming.patch, current ? await fieldsSetLater(tx, actor, incoming) : new Set(), { ...current })
    const decision = await decideUncontested(tx, kind, actor, incoming, current, patch, (asked) =>
      decideChange(tx, current, incoming, asked, actor, now),
    )
    if (!decision.ok) return decision
    const { change, replaced, contested, notApplied } = decision.record
    const { record, deleted, changes } = change
    const added = photosOf ? addedPhotos(photosIn(current), photosIn(record)) : []
    const notClaimable = photosOf && (await whyNotClaimable(tx, actor, added, { of: photosOf, id: recordId }))
    if (notClaimable) return refuse('not-valid', notClaimable)
    const row = photosOf ? { ...record, photos: photosColumn(photosIn(record)) } : record
    if (record !== current) await write(tx, table, canBeDeleted(kind) ? { ...row, deletedAt: deleted ? now.toISOString() : null } : row)
    if (photosOf) await claimPhotos(tx, actor, added, { of: photosOf, id: recordId }, now)
    const tracked = { ...late, ...changes, ...notApplied }
    if (Object.keys(tracked).length > 0) await writeHistory(tx, actor, incoming, record.version, tracked, now)
    return accept({ version: record.version, replaced: replaced.map(({ field }) => field), contested })
  }

const stored = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

async function write(tx: Tx, table: string, row: Data): Promise<void> {
  const columns = Object.keys(row).map((name) => sql.ref(name))
  const set = columns.map((column) => sql`${column} = excluded.${column}`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row).map(stored))})
    on conflict (id) do update set ${sql.join(set)}`.execute(tx)
}
