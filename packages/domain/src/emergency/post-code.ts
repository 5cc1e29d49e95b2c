/** Codes of emergency posts: read out, typed in, and put together from the signs on the post (RULES.md, E). */

const SPELLING_ALPHABET =
  'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  )
const DIGITS = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** 'BF17' as it is read out: 'Bravo Foxtrot One Seven'. */
export const spokenCode = (code: string) =>
  Array.from(code.toUpperCase(), (sign) => {
    if (sign === '/') return 'Slash'
    return SPELLING_ALPHABET[sign.charCodeAt(0) - 65] ?? DIGITS[Number.parseInt(sign, 10)] ?? ''
  })
    .filter(Boolean)
    .join(' ')

const signsOf = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** What of a typed code carries meaning: its signs, and numbers without leading zeros. */
const essenceOf = (code: string) => signsOf(code).replace(/[0-9]+/g, (digits) => digits.replace(/^0+(?=[0-9])/, ''))

/** The post with this code, however it was typed ('bf 17', 'BF-17', 'bf7' for BF07); never a similar one. */
export function findByCode<Marker extends { code: string }>(markers: readonly Marker[], typed: string): Marker | null {
  const wanted = essenceOf(typed)
  const found = markers.filter(({ code }) => essenceOf(code) === wanted)
  return found.length === 1 ? (found[0] ?? null) : null
}

/** True while what was typed so far can still become a code. */
export const isBeginning = (markers: readonly { code: string }[], typed: string) =>
  markers.some(({ code }) => signsOf(code).startsWith(signsOf(typed)))

/** Posts whose codes differ in their number alone, as people see them: first the signs, then the number. */
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

/** Every series of a network, by name. A code without a number is a series of its own. */
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

/**
 * Why a typed code finds no post. A number within the series may well stand on a post that the data does not have, so there the code is to
 * be read out all the same.
 */
export function noSuchPost(markers: readonly Coded[], typed: string): string {
  const { prefix, number } = partsOf(typed.trim().toUpperCase())
  const all = codeSeries(markers)
  const series = all.find((one) => essenceOf(one.prefix) === essenceOf(prefix) && one.digits > 0)
  if (!series || number === '') {
    const known = all.flatMap((one) => one.prefix || [])
    return `There is no ${typed.trim().toUpperCase()}.${known.length > 0 ? ` Codes begin with ${orList(known)}.` : ''}`
  }
  const code = `${series.prefix}${String(Number(number)).padStart(series.digits, '0')}`
  const [first, last] = [series.first, series.last].map((one) => Number(partsOf(one).number))
  if (Number(number) > (first ?? 0) && Number(number) < (last ?? 0))
    return `${code} is not in our list. Read it out as it stands on the post.`
  return `There is no ${code}. Codes go from ${series.first} to ${series.last}.`
}

/** 'BF17, BF18 or BF19'. */
export const orList = (all: readonly string[]) => (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`)
