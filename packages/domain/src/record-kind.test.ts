import { expect, test } from 'vitest'
import { actionKind } from './action/action-kind.ts'
import { personKind } from './person/person-kind.ts'
import {
  createPatch,
  type Data,
  differences,
  type Field,
  labelOf,
  merge,
  pickEditableFields,
  type RecordKind,
  readDocument,
} from './record-kind.ts'
import { settingsKind } from './settings/settings-kind.ts'
import { trailUpdateKind } from './trail-status/update/trail-update-kind.ts'

const KINDS: RecordKind[] = [actionKind, settingsKind, trailUpdateKind, personKind]
type Shaped = { shape: Data }
const namesIn = (schema: unknown) => Object.keys((schema as Shaped).shape).sort()
const ID = '0190a000-0000-7000-8000-000000000001'

function sampleOf({ schema, blank }: Field): unknown {
  const { values } = schema._zod as { values?: Set<unknown> }
  const place = { latitude: 1, longitude: 1, accuracyM: null }
  const status = { north: { status: 'Open', message: '' } }
  const closure = { id: ID, networkId: 'north', trailId: null, section: null, level: 'Closed', message: '', wayAround: '' }
  const closures = [{ ...closure, startsAt: null, endsAt: null, reopens: null }]
  return [...(values ?? []), ID, 'x', '2026-01-31', true, 1, place, status, closures].find(
    (one) => one !== blank && schema.safeParse(one).success,
  )
}

test.for(KINDS.map((kind) => ({ name: kind.name, kind })))(
  '$name: includes every field in each part that is derived from the kind',
  ({ kind }) => {
    const all = Object.keys(kind.fields).sort()
    const written = namesIn(kind.values)
    expect([...kind.editableFields].sort()).toEqual(written)
    expect(namesIn(kind.patch)).toEqual([...written, ...Object.keys(kind.operations)].sort())
    expect(namesIn(kind.document)).toEqual(all)
    expect(Object.keys(kind.blank).sort()).toEqual(all)
    expect(Object.keys(readDocument(kind, {})).sort()).toEqual(all)
    expect(Object.keys(pickEditableFields(kind, kind.blank)).sort()).toEqual(written)
  },
)

/** Without these other fields, the field has no meaning. */
const COMPANY: Record<string, Data> = { fix: { status: 'Resolved' }, waitingUntil: { waitingFor: 'Parts' } }

const FIELDS = KINDS.flatMap((kind) => namesIn(kind.values).map((name) => ({ kind, name, of: kind.name })))

test.for(FIELDS)('$of $name can be changed and merged, appears in the history and has a label', ({ kind, name }) => {
  const value = sampleOf(kind.fields[name] as Field)
  expect(value, `no value for ${name}`).toBeDefined()
  const patch = kind.patch.parse({ [name]: value })
  const author = { id: ID, name: 'Jo' }
  const at = '2026-01-01T00:00:00.000Z'
  const before: Data = { ...kind.blank, ...COMPANY[name], id: ID }
  const after = merge(kind, before, { recordId: ID, patch, author, recordedAt: at, at }, {})
  expect(after[name]).toEqual(value)
  expect(differences(kind, before, after)).toHaveProperty(name, { before: before[name] ?? null, after: value })
  expect(createPatch(kind, before, after)).toHaveProperty(name, value)
  expect(labelOf(kind, name)).not.toBe(name)
})
