import { orList } from '../or-list.ts'

const SPELLING_ALPHABET =
  'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  )
const DIGITS = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** For example 'Bravo Foxtrot One Seven' for 'BF17'. */
export const spokenCode = (code: string) =>
  Array.from(code.toUpperCase(), (sign) => {
    if (sign === '/') return 'Slash'
    return SPELLING_ALPHABET[sign.charCodeAt(0) - 65] ?? DIGITS[Number.parseInt(sign, 10)] ?? ''
  })
    .filter(Boolean)
    .join(' ')

const signsOf = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Keeps the letters, and the numbers without leading zeros. */
const essenceOf = (code: string) => signsOf(code).replace(/[0-9]+/g, (digits) => digits.replace(/^0+(?=[0-9])/, ''))

/** Accepts 'bf 17', 'BF-17' and 'bf7' for BF07. Never returns a post whose code is only similar. */
export function findByCode<Marker extends { code: string }>(markers: readonly Marker[], typed: string): Marker | null {
  const wanted = essenceOf(typed)
  const found = markers.filter(({ code }) => essenceOf(code) === wanted)
  return found.length === 1 ? (found[0] ?? null) : null
}

export const isBeginning = (markers: readonly { code: string }[], typed: string) =>
  markers.some(({ code }) => signsOf(code).startsWith(signsOf(typed)))

/** People choose the prefix first, then the number. */
export type CodeSeries = { prefix: string; area: string | null; digits: number; first: string; last: string }

type Coded = { code: string; area: string | null }

const partsOf = (code: string) => {
  const [, prefix = '', number = ''] = /^(.*?)(\d*)$/.exec(code) ?? []
  return { prefix, number }
}

const mostFrequent = (areas: readonly (string | null)[]): string | null => {
  const count = (one: string | null) => areas.filter((area) => area === one).length
  return areas.reduce((most, area) => (count(area) > count(most) ? area : most), areas[0] ?? null)
}

/** A code without a number forms a separate series. */
export function codeSeries(markers: readonly Coded[]): CodeSeries[] {
  const byPrefix = new Map<string, Coded[]>()
  for (const marker of markers) {
    const { prefix } = partsOf(marker.code)
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), marker])
  }
  return Array.from(byPrefix, ([prefix, all]) => {
    const codes = all.map(({ code }) => code).sort((a, b) => Number(partsOf(a).number) - Number(partsOf(b).number))
    const digits = Math.max(...codes.map((code) => partsOf(code).number.length))
    return { prefix, area: mostFrequent(all.map(({ area }) => area)), digits, first: codes[0] ?? '', last: codes.at(-1) ?? '' }
  }).sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

/** If the number is within a series, the post may be missing from the data, so the text asks the caller to read out the code anyway. */
export function noSuchPost(markers: readonly Coded[], typed: string): string {
  const { prefix, number } = partsOf(typed.trim().toUpperCase())
  const all = codeSeries(markers)
  const series = all.find((one) => essenceOf(one.prefix) === essenceOf(prefix) && one.digits > 0)
  if (!series || number === '') {
    const known = all.flatMap((one) => one.prefix || [])
    return `There is no post ${typed.trim().toUpperCase()}.${known.length > 0 ? ` Codes begin with ${orList(known)}.` : ''}`
  }
  const code = `${series.prefix}${String(Number(number)).padStart(series.digits, '0')}`
  const [first, last] = [series.first, series.last].map((one) => Number(partsOf(one).number))
  if (Number(number) > (first ?? 0) && Number(number) < (last ?? 0))
    return `${code} isn’t in our list. Read the code to the operator exactly as it appears on the post.`
  return `There is no post ${code}. Codes go from ${series.first} to ${series.last}.`
}
