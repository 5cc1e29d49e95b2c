import { type Actor, type Data, type Decision, isManager, type Reader, type RecordKind } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import { documentSql } from '#db/records/document-sql.ts'
import type { Applied, Incoming } from '#db/records/history.ts'
import type { PhotoOf } from '#db/records/photo-claims.ts'
import { isNotDeleted } from '#db/records/record-store.ts'

/** SQL for a row `r` of the kind's table. */
export type ReadableKind = {
  fields: RecordKind['fields']
  /** The first protocol version whose devices can receive this kind. */
  since: number
  table: RawBuilder<unknown>
  version: RawBuilder<number>
  isSeenBy(actor: Reader): RawBuilder<boolean>
  documentFor(actor: Reader): RawBuilder<unknown>
}

export type ApplyChange = (tx: Tx, actor: Actor, incoming: Incoming, now: Date) => Promise<Decision<Applied>>

type SyncedKind = ReadableKind & {
  apply: ApplyChange
  /** Only for kinds whose photos managers can blur: the column of `photos` that refers to records of this kind. */
  photosOf?: PhotoOf['of']
  /** For kinds whose invalid commands needn't be stored (push.ts). */
  patch?: Pick<RecordKind['patch'], 'safeParse'>
  historyAddress?: string
  /** The records that a device without an account receives. */
  forReporters?: ReadableKind
}

export type SyncedKinds = Readonly<Record<string, SyncedKind>>

export const readable = <R extends Data>(
  kind: Pick<RecordKind<R>, 'fields' | 'operations'>,
  table: string,
  own: Pick<ReadableKind, 'since'> & Partial<ReadableKind>,
): ReadableKind => ({
  fields: kind.fields,
  table: sql.table(table),
  version: 'version' in kind.fields ? sql`r.version` : sql`1`,
  isSeenBy: () => isNotDeleted(kind),
  documentFor: (reader) => documentSql(kind, reader),
  ...own,
})

export const isSeenByManagers = (reader: Reader): RawBuilder<boolean> => (isManager(reader) ? sql`true` : sql`false`)

export const kindsFor = <Kind extends ReadableKind>(protocol: number, kinds: Readonly<Record<string, Kind>>): (readonly [string, Kind])[] =>
  Object.entries(kinds).filter(([, { since }]) => since <= protocol)
