import { Command } from '@trailwarden/api'
import { actionKind, settingsKind, trailUpdateKind } from '@trailwarden/domain'
import fc from 'fast-check'
import * as z from 'zod/mini'

/** If the server inserted these texts unescaped, a script would run or a header would be forged. */
export const HTML_MARKER = '<img src=x onerror=fuzz(1)>'
export const FORGED_HEADER = 'x-forged-by-fuzz'

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** JavaScript can't represent some of these values, such as duplicate keys, 1e999, and nesting deeper than the stack. */
const HOSTILE_JSON: Readonly<Record<string, readonly string[]>> = {
  'huge number': ['1e999', '-1e999', '9007199254740993', '99999999999999999999999999', '1e-400', '2147483648', '-2147483649', '0.1', '-0'],
  'null byte': ['"\\u0000"', '"a\\u0000b"', '"\\u0000@example.org"'],
  'lone surrogate': ['"\\ud800"', '"a\\udfff"', '"\\ud83d\\ud83d"'],
  'deep nesting': [nested(200, '[', ']'), nested(6000, '[', ']'), `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`, nested(60_000, '[', ']')],
  'prototype key': [
    '{"__proto__":{"role":4}}',
    '{"constructor":{"prototype":{"role":4}}}',
    '{"toString":1,"hasOwnProperty":2}',
    '"__proto__"',
    '"constructor"',
  ],
  'wrong type': [
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '[null]',
    '{"$gt":""}',
    '["a","b"]',
    '0',
    '"1"',
    '[[]]',
    '"null"',
    '"undefined"',
    '"NaN"',
  ],
  'right to left': ['"\\u202egpj.exe"', '"\\u05d0\\u0628\\u200f\\u2066"', '"\\ufeff\\u200b\\u00ad"'],
  'odd unicode': [
    '"Z\\u0351\\u0300\\u0342a\\u0300\\u0301l"',
    '"\\ud83d\\udc69\\u200d\\ud83d\\ude92"',
    '"\\u212a\\u0131\\ufb03"',
    '"\\uff1d1+1"',
  ],
  'very long': [`"${'a'.repeat(5000)}"`, `"${'é'.repeat(50_000)}"`, `"${' '.repeat(20_000)}x"`, `[${Array(3000).fill('"a"').join()}]`],
  sql: [`"' or '1'='1"`, `"'; drop table fuzz; --"`, '"1) union all select null--"', '"%_\\\\"', '"$1"', '"{\\"a\\":1}::jsonb"'],
  html: [JSON.stringify(HTML_MARKER), JSON.stringify(`</script>${HTML_MARKER}`), '"javascript:fuzz(1)"', '"&lt;b&gt;"'],
  csv: ['"=cmd|\' /C calc\'!A0"', '"+1+1"', '"@SUM(A1)"', '"\\t=1"', '"-2+3"', '"a,b\\"c\\nd"'],
  template: ['"#{7*7}"', '"{{7*7}}"', '"%s%n%x"', '"%00"', '"..\\\\..\\\\"'],
  path: ['"../../../../etc/passwd"', '"..%2f..%2f"', '"C:\\\\windows"', '"file:///etc/passwd"', '"\\\\\\\\host\\\\share"'],
  'header injection': [`"a\\r\\n${FORGED_HEADER}: 1"`, `"a@example.org\\r\\nbcc: b@example.org"`, `"\\n${FORGED_HEADER}: 1"`],
  'odd time': ['"0000-00-00T00:00:00Z"', '"9999-12-31T23:59:60Z"', '"-271821-04-20T00:00:00Z"', '"2026-02-30T00:00:00.000Z"', '"now()"'],
  'regex pain': [`"${'a@'.repeat(2000)}"`, `"${'0 '.repeat(2000)}x"`, `"${'a.'.repeat(2000)}@"`, `"+${'('.repeat(2000)}"`],
}

/** Percent signs are sent as they are. */
const HOSTILE_TEXT: Readonly<Record<string, readonly string[]>> = {
  'null byte': ['%00', 'a%00b', '%u0000'],
  'bad encoding': ['%', '%zz', '%c0%ae%c0%ae', '%ff%fe', '%ed%a0%80', '%F0%9F%98'],
  path: [
    '..%2f..%2f..%2fetc%2fpasswd',
    '..',
    '.',
    '%2e%2e%2f%2e%2e%2f',
    '..%5c..%5c',
    '//example.org',
    '%2f%2fexample.org',
    '.git/config',
    '.env',
  ],
  'prototype key': ['__proto__', 'constructor', 'toString', '__proto__[role]=4', 'a[]=1&a[]=2'],
  sql: [`'%20or%20'1'='1`, `%27;drop%20table%20fuzz;--`, '1%29%20union%20all%20select%20null--'],
  html: [encodeURIComponent(HTML_MARKER), '%3Cscript%3Efuzz(1)%3C/script%3E', 'javascript:fuzz(1)', '"%3e%3cb%3e'],
  'header injection': [`%0d%0a${FORGED_HEADER}:%201`, `%E5%98%8A%E5%98%8D${FORGED_HEADER}:%201`],
  'right to left': ['%E2%80%AE', '%D7%90%D8%A8', '%EF%BB%BF'],
  'very long': ['a'.repeat(300), 'a'.repeat(6000), '%41'.repeat(2000), 'a/'.repeat(800)],
  'wrong type': ['null', 'undefined', 'NaN', '-1', '1e999', '[]', '{}', 'true', ''],
  'odd uuid': ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{00000000-0000-4000-8000-000000000001}'],
  'bad cursor': ['eyJ4IjoxfQ', 'bnVsbA', 'W10', '!!!!', 'e30%3D', 'AAAA'.repeat(400), '1', 'eyJlcG9jaCI6bnVsbH0='],
}

const asArb = (table: Readonly<Record<string, readonly string[]>>) =>
  fc.oneof(...Object.entries(table).map(([kind, values]) => fc.constantFrom(...values).map((text) => ({ kind, text }))))

export const hostileJson = asArb(HOSTILE_JSON)
export const hostileText = asArb(HOSTILE_TEXT)

export type Known = {
  ids: readonly string[]
  emails: readonly string[]
  passwords: readonly string[]
  tokens: readonly string[]
  cursors: readonly string[]
  codes: readonly string[]
  networks: readonly string[]
  areas: readonly string[]
  settingsId: string
}

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  propertyNames?: Schema
  additionalProperties?: boolean | Schema
}

const schemaOf = (type: z.core.$ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema

const text = (schema: Schema) => {
  const [minLength, maxLength] = [schema.minLength ?? 0, Math.max(schema.minLength ?? 0, Math.min(schema.maxLength ?? 60, 300))]
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: 'grapheme', minLength, maxLength }),
    fc
      .constantFrom('Tree across the track', 'Jo Berg', 'Loose rock')
      .filter((value) => value.length >= minLength && value.length <= maxLength),
  )
}

function matching(pattern: string, schema: Schema): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return text(schema)
  }
}

const uuid = (known: Known) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known.ids) }, { weight: 1, arbitrary: fc.uuid({ version: 4 }) })
const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toISOString())
const phone = fc.stringMatching(/^[+0-9][0-9 ]{4,14}$/)
const newEmail = fc.stringMatching(/^[a-z0-9]{6,14}$/).map((name) => `${name}@fuzz.example`)

/** The API's description doesn't specify commands, because the server validates each one separately. */
function command(known: Known): fc.Arbitrary<unknown> {
  const action = valuesFor(schemaOf(actionKind.patch), known)
  const update = valuesFor(schemaOf(trailUpdateKind.patch), known)
  const patches = { action, 'trail-update': update, settings: valuesFor(schemaOf(settingsKind.patch), known), person: fc.constant({}) }
  const base = valuesFor(schemaOf(Command), known) as fc.Arbitrary<Record<string, unknown>>
  return fc.constantFrom<keyof typeof patches>('action', 'action', 'action', 'trail-update', 'settings', 'person').chain((kind) =>
    fc
      .tuple(base, patches[kind], fc.uuid({ version: 4 }), fc.oneof(fc.uuid({ version: 4 }), uuid(known)), fc.nat(50))
      .map(([one, patch, id, recordId, n]) => ({
        ...one,
        id,
        n: n + 1,
        kind,
        recordId: kind === 'settings' ? known.settingsId : recordId,
        patch,
      })),
  )
}

/** The schema doesn't define the meaning of these properties. New routes work without an entry, but the fuzz test then finds less. */
const BY_NAME: Readonly<Record<string, (known: Known) => fc.Arbitrary<unknown>>> = {
  email: (known) => fc.oneof(newEmail, fc.constantFrom(...known.emails)),
  displayName: () => fc.stringMatching(/^[A-Z][a-zé'-]{1,18}( [A-Z][a-z]{1,18})?$/),
  phone: () => phone,
  password: (known) => fc.oneof(fc.constantFrom(...known.passwords), fc.string({ minLength: 12, maxLength: 30 })),
  token: (known) => fc.constantFrom(...known.tokens),
  cursor: (known) => fc.constantFrom(...known.cursors),
  code: (known) => fc.constantFrom(...known.codes),
  area: (known) => fc.constantFrom(...known.areas),
  networks: (known) => fc.subarray([...known.networks], { minLength: 1 }),
  commands: (known) => fc.array(command(known), { minLength: 1, maxLength: 4 }),
}

const networkStatuses = (item: Schema, known: Known) =>
  fc
    .array(valuesFor(item, known), { minLength: known.networks.length, maxLength: known.networks.length })
    .map((values) => Object.fromEntries(known.networks.map((id, i) => [id, values[i]])))

/** The server's code may still refuse values that match a schema. */
export function valuesFor(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesFor(choice, known, name)))
  if (schema.allOf) return valuesFor(Object.assign({}, ...schema.allOf), known, name)
  if (type === 'object' && name === 'networks' && typeof schema.additionalProperties === 'object')
    return networkStatuses(schema.additionalProperties, known)
  if (type !== 'object' && BY_NAME[name]) return BY_NAME[name](known)
  if (schema.format === 'uuid') return uuid(known)
  if (schema.format === 'date-time') return time
  if (schema.format === 'email') return BY_NAME.email?.(known) ?? newEmail
  if (type === 'string') return schema.pattern ? matching(schema.pattern, schema) : text(schema)
  if (type === 'integer') {
    const [min, max] = [schema.minimum ?? -1000, schema.maximum ?? 1000]
    return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
  }
  if (type === 'number') return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array')
    return fc.array(valuesFor(schema.items ?? {}, known), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 5, 8) })
  if (type === 'object') {
    const properties = Object.entries(schema.properties ?? {})
    const requiredKeys = properties.map(([key]) => key).filter((key) => schema.required?.includes(key))
    const record = fc.record(Object.fromEntries(properties.map(([key, value]) => [key, valuesFor(value, known, key)])), { requiredKeys })
    if (properties.length > 0 || typeof schema.additionalProperties !== 'object') return record
    return fc.dictionary(fc.string({ maxLength: 12 }), valuesFor(schema.additionalProperties, known), { maxKeys: 4 })
  }
  return fc.jsonValue({ maxDepth: 2 })
}
