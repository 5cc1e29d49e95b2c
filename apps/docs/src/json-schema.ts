export type JsonSchema = {
  type?: string
  format?: string
  enum?: readonly unknown[]
  nullable?: boolean
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

export type Field = { name: string; value: string; isOptional: boolean }

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'date and time',
  date: 'date',
  uuid: 'UUID',
  uri: 'address',
  email: 'email',
}
const TYPES: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false' }

const number = (value: number) => value.toLocaleString('en-AU')

function limitOf({ type, enum: values, minimum, maximum, minLength = 0, maxLength }: JsonSchema): string {
  if (values) return ''
  if (type === 'string' && maxLength !== undefined)
    return `, ${minLength > 0 ? `${minLength} to` : 'up to'} ${number(maxLength)} characters`
  const [least, most] = [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER]
  if (least > Number.MIN_SAFE_INTEGER && most < Number.MAX_SAFE_INTEGER) return `, ${number(least)} to ${number(most)}`
  if (least > Number.MIN_SAFE_INTEGER) return `, at least ${number(least)}`
  return most < Number.MAX_SAFE_INTEGER ? `, up to ${number(most)}` : ''
}

const hasFields = ({ properties, additionalProperties }: JsonSchema) => {
  if (properties && Object.keys(properties).length > 0) return true
  return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
}

export function textOf(schema: JsonSchema): string {
  const options = schema.anyOf ?? schema.oneOf
  const orNull = schema.nullable ? ', or null' : ''
  if (options) return `${[...new Set(options.map(textOf))].join(', or ')}${orNull}`
  if (schema.enum) return `${schema.enum.map((value) => `\`${JSON.stringify(value).replaceAll('"', '')}\``).join(', ')}${orNull}`
  if (schema.items) {
    const most = schema.maxItems === undefined ? '' : `, up to ${number(schema.maxItems)}`
    const of = textOf(schema.items)
    return `${of === 'object' ? 'list of objects' : of === 'any value' ? 'list' : `list of: ${of}`}${most}${orNull}`
  }
  if (schema.type === 'object' || hasFields(schema)) return `object${orNull}`
  const type = FORMATS[schema.format ?? ''] ?? TYPES[schema.type ?? ''] ?? (schema.nullable ? 'null' : 'any value')
  return `${type}${limitOf(schema)}${type === 'null' ? '' : orNull}`
}

export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  if (schema.items) return fieldsOf(schema.items, `${prefix}[]`)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap((option) => fieldsOf(option, prefix))
  const { properties = {}, required = [], additionalProperties: each } = schema
  const dot = prefix === '' ? '' : `${prefix}.`
  const fields = Object.entries(properties).flatMap(([name, property]) => [
    { name: `${dot}${name}`, value: textOf(property), isOptional: !required.includes(name) },
    ...fieldsOf(property, `${dot}${name}`),
  ])
  if (typeof each !== 'object' || Object.keys(each).length === 0) return fields
  const name = `${dot}{id}`
  return [...fields, ...(hasFields(each) ? [] : [{ name, value: textOf(each), isOptional: false }]), ...fieldsOf(each, name)]
}
