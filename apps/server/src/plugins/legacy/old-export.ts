import * as z from 'zod/mini'

const COLLECTIONS = ['users', 'hazards', 'updates', 'settings'] as const
type Collection = (typeof COLLECTIONS)[number]

export type OldRecord = { id: string } & Record<string, unknown>

export type OldExport = {
  records: Readonly<Record<Collection, OldRecord[]>>
  unreadable: { collection: Collection; oldId: string; reason: string }[]
  unknown: { collection: string; count: number }[]
}

const Records = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
const File = z.record(z.string(), z.unknown())
const Record_ = z.looseObject({ id: z.string().check(z.minLength(1)) })

/** Some export programs put documents below `__collections__` and write times as `{ __datatype__, value }`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { __collections__: _, ...fields } = value as Record<string, unknown>
  if ('__datatype__' in fields) return plain(fields.value)
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plain(field)]))
}

const collectionsIn = (file: z.output<typeof File>) => File.parse(file.__collections__ ?? file)

function listOf(records: z.output<typeof Records>): { place: string; value: unknown }[] {
  if (Array.isArray(records)) return records.map((value, i) => ({ place: `record ${i + 1}`, value: plain(value) }))
  return Object.entries(records).map(([id, value]) => {
    const record = plain(value)
    return { place: id, value: typeof record === 'object' && record !== null && !Array.isArray(record) ? { id, ...record } : record }
  })
}

export function readOldExport(file: unknown): OldExport {
  const whole = File.safeParse(file)
  if (!whole.success) throw new Error('The file is not an export of the previous app: it must contain the collections by name.')
  const collections = collectionsIn(whole.data)
  const names = COLLECTIONS.filter((name) => collections[name] !== undefined)
  if (names.length === 0) throw new Error(`The file is not an export of the previous app: it contains none of ${COLLECTIONS.join(', ')}.`)
  const records: Record<Collection, OldRecord[]> = { users: [], hazards: [], updates: [], settings: [] }
  const unreadable: OldExport['unreadable'] = []
  for (const name of names) {
    const list = Records.safeParse(collections[name])
    if (!list.success) throw new Error(`The collection ${name} is neither a list nor a map of records.`)
    const seen = new Set<string>()
    for (const { place, value } of listOf(list.data)) {
      const record = Record_.safeParse(value)
      if (!record.success) unreadable.push({ collection: name, oldId: place, reason: 'it is not a record with an id' })
      else if (seen.has(record.data.id))
        unreadable.push({
          collection: name,
          oldId: `${record.data.id} (${place})`,
          reason: 'an earlier record in the file has the same id',
        })
      else {
        seen.add(record.data.id)
        records[name].push(record.data)
      }
    }
  }
  const unknown = Object.entries(collections)
    .filter(([name]) => !(COLLECTIONS as readonly string[]).includes(name))
    .map(([collection, value]) => ({ collection, count: typeof value === 'object' && value !== null ? Object.keys(value).length : 1 }))
  return { records, unreadable, unknown }
}
