import * as z from 'zod/mini'

/**
 * The fixed words of a survey. Surveyors spelled them differently from file to file ('Low Canopy- Sparse', '4wd vehicle access- parallel rd'),
 * so a word is found by what it says, and from then on there is one spelling. A word that is not here is unknown; it is never guessed at.
 */
export type Vocabulary<Word extends string> = { schema: z.ZodMiniType<Word, string>; find: (raw: string) => Word | undefined }

/** Case, spaces, hyphens and the short 'rd' carry no meaning in these words; 'x' and digits do. */
const essence = (raw: string) =>
  raw
    .toLowerCase()
    .replace(/\brd\b/g, 'road')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

function vocabulary<const Words extends readonly [string, ...string[]]>(
  words: Words,
  aliases: Record<string, Words[number]> = {},
): Vocabulary<Words[number]> {
  const byEssence = new Map<string, Words[number]>()
  for (const word of words) byEssence.set(essence(word), word)
  for (const [alias, word] of Object.entries(aliases)) byEssence.set(essence(alias), word)
  return { schema: z.enum(words), find: (raw) => byEssence.get(essence(raw)) }
}

export const Rating = vocabulary(['green', 'blue', 'black', 'link'])
export const TrailType = vocabulary(['link', 'loop', 'descent', 'adventure'])
export const SignalColour = vocabulary(['green', 'orange', 'red'])
export const RouteType = vocabulary(['4wd', '2wd', 'foot'])

export const Gradient = vocabulary([
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

export const Condition = vocabulary(['Hard pack', 'Rocky', 'Muddy', 'Sandy', 'Sealed Rd', 'Unsealed Rd'])

export const Width = vocabulary([
  'Narrow formed flow trail',
  'Medium formed flow trail',
  'Wide 4wd track',
  'Wide unsealed Rd (shared 4WD)',
  'Wide unsealed path (dual use)',
])

export const Vehicle = vocabulary(
  [
    'No vehicle access',
    '4wd vehicle access on trail',
    '4wd vehicle access on a parallel road',
    '2wd vehicle access via sealed road to junction',
    '2wd vehicle access on an unsealed parallel road',
    '2wd vehicle access via sealed road to junction or unsealed parallel road',
  ],
  {
    '4wd vehicle access- parallel rd': '4wd vehicle access on a parallel road',
    '2wd vehicle access- sealed road to junction': '2wd vehicle access via sealed road to junction',
    '2wd vehicle access- unsealed parallel rd': '2wd vehicle access on an unsealed parallel road',
    '2wd vehicle access via unsealed parallel road': '2wd vehicle access on an unsealed parallel road',
  },
)

export const Vegetation = vocabulary(['Clear', 'Low Canopy - Sparse', 'Low Canopy - Dense', 'High Canopy - Sparse', 'High Canopy - Dense'])

/** Which way help comes to a marker; "EM" is the emergency marker itself. */
export const AccessDescriptor = vocabulary([
  'Direct Access at EM',
  'Foot/Bike Access from the previous marker direction (up the trail)',
  'Foot/Bike Access from the next marker direction (down the trail)',
  'Vehicle Access from the previous marker direction (up the trail)',
  'Vehicle Access from the next marker direction (down the trail)',
])

/** How near a vehicle gets to the marker. */
export const VehicleReach = vocabulary([
  'Direct access',
  'No access past Rd x Trail',
  'Limited (within 100m of EM) 4WD only',
  'Limited (within 100m of EM) 2WD',
  'Limited (within 500m of EM) 4WD only',
  'Limited (within 500m of EM) 2WD',
])

export const LandingZoneType = vocabulary([
  'Cleared area: flat (min 30 x 30)',
  'Cleared area: sloping (min 30 x 30)',
  'Unsealed road setdown',
  'Sealed road setdown',
  'Identified suitable winch zone',
])

/** What a feature says it is. Trails carry no category in the files they come in. */
export const Category = vocabulary([
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
])
