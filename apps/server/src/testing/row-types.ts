import type pg from 'pg'
import { COLUMN_TYPES, SET_BY_TRIGGER, TYPE_SOURCES } from '#db/schema/column-types.ts'

type Column = {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isIdentity: boolean
  check: string | null
}

// The maximum line length of the project's formatter.
const LINE_MAX = 140

const SCALARS: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  // A transaction number may exceed 2^53, the limit for exact numbers.
  xid8: 'string',
  date: 'string',
  integer: 'number',
  // database.ts converts bigint columns to numbers.
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'timestamp with time zone': 'Timestamp',
  'text[]': 'string[]',
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

async function readColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      a.atthasdef as "hasDefault", a.attidentity = 'a' as "isIdentity",
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like 'CHECK ((' || quote_ident(a.attname) || ' = ANY (ARRAY[''%') as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    order by c.relname, a.attnum`)
  return rows
}

function typeOf({ table, name, type, check }: Column): string {
  const own = COLUMN_TYPES[`${table}.${name}`]
  if (type.startsWith('json')) {
    if (!own) throw new Error(`add the type of the JSON column ${table}.${name} to COLUMN_TYPES`)
    return `Json<${own}>`
  }
  if (own) return own
  const values = check?.match(/'(?:[^']|'')*'(?=::text)/g)
  if (values) return values.map((value) => `'${value.slice(1, -1).replaceAll("''", "\\'")}'`).join(' | ')
  const scalar = SCALARS[type.replace('character varying', 'text')]
  if (!scalar) throw new Error(`add the PostgreSQL type ${type} of ${table}.${name} to SCALARS`)
  return scalar
}

function lineOf(column: Column): string {
  const { table, name, isNullable, hasDefault, isIdentity } = column
  const type = typeOf(column)
  const isFilled = hasDefault || SET_BY_TRIGGER.includes(`${table}.${name}`)
  const whole = isIdentity ? `GeneratedAlways<${type}>` : isNullable ? `${type} | null` : isFilled ? `Defaulted<${type}>` : type
  const line = `  ${camelCase(name)}: ${whole}`
  return line.length > LINE_MAX ? `  ${camelCase(name)}:\n    | ${whole.replaceAll(' | ', '\n    | ')}` : line
}

function importOf([from, names]: [string, readonly string[]]): string {
  const line = `import type { ${names.join(', ')} } from '${from}'`
  return line.length > LINE_MAX ? `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}'` : line
}

export async function generateRowTypes(pool: pg.Pool): Promise<string> {
  const columns = await readColumns(pool)
  const known = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  const stale = [...Object.keys(COLUMN_TYPES), ...SET_BY_TRIGGER].filter((name) => !known.has(name))
  if (stale.length > 0) throw new Error(`column-types.ts lists columns that don't exist: ${stale.join(', ')}`)
  const sources = {
    ...TYPE_SOURCES,
    kysely: ['GeneratedAlways'],
    './column-types.ts': ['Defaulted', 'Json', 'StoredMessage', 'StoredWarning', 'Timestamp'],
  }
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(
    ([table, own]) => `type ${camelCase(`_${table}`)}Row = {\n${own.map(lineOf).join('\n')}\n}\n`,
  )
  const names = [...new Set(columns.map(({ table }) => table))].map((table) => `  ${camelCase(table)}: ${camelCase(`_${table}`)}Row`)
  return [
    '/** The row types of all tables. Generated from the migrated database by `npm run row-types`: do not edit. */',
    ...Object.entries(sources).map(importOf),
    '',
    ...tables,
    `export type Tables = {\n${names.join('\n')}\n}\n`,
  ].join('\n')
}
