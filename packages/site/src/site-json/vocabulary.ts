import * as z from 'zod/mini'

/**
 * Surveyors spelled the phrases differently in each file ('Low Canopy- Sparse', '4wd vehicle access- parallel rd') and omitted parts
 * ('Vehicle Access from the previous marker direction'). A phrase is therefore matched by its meaning. A text that could match two phrases
 * matches none.
 */
export type Vocabulary<Word extends string> = { schema: z.ZodMiniType<Word, string>; find: (raw: string) => Word | undefined }

/** Case, spaces, hyphens and the abbreviation 'rd' carry no meaning in these phrases, but 'x' and digits do. */
const essence = (raw: string) =>
  raw
    .toLowerCase()
    .replace(/\brd\b/g, 'road')
    .replace(/(\d) (?=m\b)/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const LITTLE_WORDS = new Set(['a', 'an', 'the', 'at', 'of', 'on', 'to', 'via', 'from'])
const tokensOf = (raw: string) =>
  new Set(
    essence(raw)
      .split(' ')
      .filter((part) => part !== '' && !LITTLE_WORDS.has(part)),
  )
const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>) => [...part].every((one) => whole.has(one))

/**
 * If several phrases contain every word of the text, the shortest matches, provided that it is part of all the others. Never adds or
 * removes the word 'no'.
 */
function byMeaning<Word extends string>(words: readonly Word[], raw: string): Word | undefined {
  const written = tokensOf(raw)
  if (written.size === 0) return undefined
  const fitting = words
    .map((word) => ({ word, tokens: tokensOf(word) }))
    .filter(({ tokens }) => isWithin(written, tokens) && tokens.has('no') === written.has('no'))
    .sort((a, b) => a.tokens.size - b.tokens.size)
  const [least, ...others] = fitting
  return least && others.every(({ tokens }) => isWithin(least.tokens, tokens)) ? least.word : undefined
}

function vocabulary<const Words extends readonly [string, ...string[]]>(words: Words): Vocabulary<Words[number]> {
  const byEssence = new Map<string, Words[number]>(words.map((word) => [essence(word), word]))
  return { schema: z.enum(words), find: (raw) => byEssence.get(essence(raw)) }
}

function phrases<const Words extends readonly [string, ...string[]]>(words: Words): Vocabulary<Words[number]> {
  const { schema, find } = vocabulary(words)
  return { schema, find: (raw) => find(raw) ?? byMeaning(words, raw) }
}

export const Rating = vocabulary(['green', 'blue', 'black', 'link'])
export const TrailType = vocabulary(['link', 'loop', 'descent', 'adventure'])
export const SignalColour = vocabulary(['green', 'orange', 'red'])
export const RouteType = vocabulary(['4wd', '2wd', 'foot'])

export const Gradient = phrases([
  'Flat',
  'Easy down',
  'Easy up',
  'Easy undulating',
  'Moderate down',
  'Moderate up',
  'Moderate undulating',
  'Steep down',
  'Steep up',
  'Steep undulating',
])

export const Condition = phrases(['Hard pack', 'Rocky', 'Muddy', 'Sandy', 'Sealed Rd', 'Unsealed Rd'])

export const Width = phrases([
  'Narrow formed flow trail',
  'Medium formed flow trail',
  'Wide 4wd track',
  'Wide unsealed Rd (shared 4WD)',
  'Wide unsealed path (dual use)',
])

export const Vehicle = phrases([
  'No vehicle access',
  '4wd vehicle access on trail',
  '4wd vehicle access on a parallel road',
  '2wd vehicle access via sealed road to junction',
  '2wd vehicle access on an unsealed parallel road',
  '2wd vehicle access via sealed road to junction or unsealed parallel road',
])

export const Vegetation = phrases(['Clear', 'Low Canopy - Sparse', 'Low Canopy - Dense', 'High Canopy - Sparse', 'High Canopy - Dense'])

/** "EM" is the emergency marker itself. */
export const AccessDescriptor = phrases([
  'Direct Access at EM',
  'Foot/Bike Access from the previous marker direction (up the trail)',
  'Foot/Bike Access from the next marker direction (down the trail)',
  'Vehicle Access from the previous marker direction (up the trail)',
  'Vehicle Access from the next marker direction (down the trail)',
])

export const VehicleReach = phrases([
  'Direct access',
  'No access past Rd x Trail',
  // The type of vehicle is unknown if the phrase doesn't mention one.
  'Limited (within 100m of EM)',
  'Limited (within 500m of EM)',
  'Limited (within 100m of EM) 4WD only',
  'Limited (within 100m of EM) 2WD',
  'Limited (within 500m of EM) 4WD only',
  'Limited (within 500m of EM) 2WD',
])

export const LandingZoneType = phrases([
  'Cleared area: flat (min 30 x 30)',
  'Cleared area: sloping (min 30 x 30)',
  'Unsealed road setdown',
  'Sealed road setdown',
  'Identified suitable winch zone',
])

const CATEGORIES = [
  'Trail',
  'Emergency Marker',
  'Access Point',
  'Helicopter LZ',
  'Access Route',
  'Hazard',
  'Feature',
  'High-risk Feature',
  'POI',
  'Start Point',
  'Finish Point',
  'Airstrip',
] as const

export const LATER_CATEGORIES = [
  'Task',
  'Task Complete',
  'Action',
  'Action Complete',
  'Hazard Resolved',
  'Casualty',
  'Casualty Complete',
] as const

/** Surveyors deliver trails without a category. */
export const Category = vocabulary([...CATEGORIES, ...LATER_CATEGORIES])
/** Older versions of the app would reject a bundle with any other category in its lists of places. */
export const FirstCategory = vocabulary(CATEGORIES)
export const LaterCategory = vocabulary(LATER_CATEGORIES)
