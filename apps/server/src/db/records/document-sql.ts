import { type Data, type Field, PHOTOS, type Reader, type RecordKind } from '@trailwarden/domain'
import { type RawBuilder, sql } from 'kysely'

/** Code that reads a record in order to store it again must use this reader, or fields would be lost. */
export const THE_SYSTEM: Reader = { id: '00000000-0000-0000-0000-000000000000', role: Number.MAX_SAFE_INTEGER }

type Def = { format?: string; innerType?: Pick<Field['schema'], '_zod'> }

const isTime = (schema: Pick<Field['schema'], '_zod'>): boolean => {
  const { format, innerType } = schema._zod.def as Def
  return innerType ? isTime(innerType) : format === 'datetime'
}

const column = (name: string) => sql.ref(`r.${name}`)

const photos = sql`case when r.photos = '[]' then r.photos else (
  select jsonb_agg(photo || coalesce(
    (select jsonb_build_object('stored', p.stored_at is not null)
      || case when p.boxes = '[]' then '{}'::jsonb else jsonb_build_object('boxes', p.boxes) end
      from photos p where p.id = (photo ->> 'id')::uuid), '{"stored": false}') order by nth)
  from jsonb_array_elements(r.photos) with ordinality as one(photo, nth)) end`

function valueFor(reader: Reader, name: string, field: Field): RawBuilder<unknown> {
  const { schema, readers } = field
  if (field === PHOTOS.photos) return photos
  const value = isTime(schema) ? sql`iso(${column(name)})` : column(name)
  if (!readers || reader.role >= readers.role) return value
  return readers.orIn ? sql`case when ${column(readers.orIn)} = ${reader.id} then ${value} end` : sql`null`
}

/** `computed` has SQL for fields without a column. PostgreSQL allows 100 arguments, so a kind can have up to 50 fields. */
export function documentSql<R extends Data>(
  kind: Pick<RecordKind<R>, 'fields'>,
  reader: Reader,
  computed: { [Name in keyof NoInfer<R>]?: RawBuilder<unknown> } = {},
): RawBuilder<R> {
  const pairs = Object.entries<Field>(kind.fields).map(
    ([name, field]) => sql`${sql.lit(name)}, ${computed[name] ?? valueFor(reader, name, field)}`,
  )
  return sql<R>`json_build_object(${sql.join(pairs)})`
}
