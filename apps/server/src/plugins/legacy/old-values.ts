export type Correction = { field: string; detail: string }
export type Correct = (field: string, detail: string) => void

/** `reason` states why the record can't be imported. */
export type Translated<T> = { record: T; corrections: Correction[] } | { record: null; reason: string }

const EARLIEST_MS = Date.parse('2000-01-01T00:00:00Z')
/** Clocks may differ a little. A time further in the future must be a mistake in the file. */
const MOST_AHEAD_MS = 86_400_000

const quoted = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'nothing'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Milliseconds or seconds since 1970, or ISO text. Other date formats are ambiguous: 3/4 may be in March or April. */
function millisecondsOf(value: unknown): number {
  if (isRecord(value)) {
    const seconds = value.seconds ?? value._seconds
    const nanoseconds = Number(value.nanoseconds ?? value._nanoseconds ?? 0)
    return typeof seconds === 'number' ? seconds * 1000 + Math.round(nanoseconds / 1e6) : Number.NaN
  }
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) {
    const ms = Date.parse(value)
    // Date.parse would accept 2021-02-30 as 2 March.
    return Number.isNaN(ms) || Number(value.slice(8, 10)) > daysIn(value) ? Number.NaN : ms
  }
  const ms = typeof value === 'string' && /^\d{9,13}$/.test(value) ? Number(value) : value
  if (typeof ms !== 'number') return Number.NaN
  return ms < EARLIEST_MS && ms * 1000 >= EARLIEST_MS ? ms * 1000 : ms
}

const daysIn = (iso: string) => new Date(Date.UTC(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)), 0)).getUTCDate()

export function readTime(value: unknown, now: Date): Date | string {
  if (isEmpty(value)) return 'is missing'
  const ms = millisecondsOf(value)
  if (!Number.isFinite(ms) || ms < EARLIEST_MS) return `is not a readable time: ${quoted(value)}`
  if (ms > now.getTime() + MOST_AHEAD_MS) return 'is in the future'
  return new Date(ms)
}

/** The previous app's editor created these tags. Any other text in angle brackets was typed by users. */
const TAGS = 'p|br|div|span|b|i|u|s|em|strong|a|ul|ol|li|h[1-6]|img|script|style|table|tbody|thead|tr|td|th|font|hr|blockquote|pre|code'
const TAG = new RegExp(`</?(?:${TAGS})\\b[^<>]*>`, 'gi')
const LINE_END = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|h[1-6]|tr|blockquote)>/gi
const HIDDEN = /<(script|style)\b[^<>]*>[\s\S]*?<\/\1>/gi
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#39);/g

function withoutHtml(text: string): string {
  if (text.search(TAG) < 0 && text.search(ENTITY) < 0) return text
  return text
    .replace(HIDDEN, '')
    .replace(LINE_END, '\n')
    .replace(TAG, '')
    .replace(ENTITY, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

export function readText(value: unknown, field: string, correct: Correct): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'object') {
    correct(field, `${field} is not text and was left out: ${quoted(value)}`)
    return ''
  }
  const typed = String(value).replaceAll('\r\n', '\n').toWellFormed()
  const visible = typed.replace(CONTROL, '')
  if (visible !== typed) correct(field, `control characters were removed from ${field}`)
  const plain = withoutHtml(visible)
  if (plain !== visible) correct(field, `HTML was removed from ${field}`)
  return plain.trim()
}

export const readLine = (value: unknown, field: string, correct: Correct) => readText(value, field, correct).replace(/\s+/g, ' ')

export function readAlias(record: Record<string, unknown>, [name, older]: readonly [string, string], correct: Correct): unknown {
  const [value, before] = [record[name], record[older]]
  if (isEmpty(value)) return before
  if (!isEmpty(before) && String(before) !== String(value))
    correct(name, `${older} is ${quoted(before)} but ${name} is ${quoted(value)}; ${name} was used`)
  return value
}

export function part(text: string, most: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most)
    const end = space > most / 2 ? space : most
    parts.push(rest.slice(0, end).trim().toWellFormed())
    rest = rest.slice(end).trim().toWellFormed()
  }
  return [...parts, rest]
}
