/** `schema.ts` defines the parts of a `site.json`, and this file the rules between parts. */
import { type DueHours, Rating } from '@trailwarden/domain'
import * as z from 'zod/mini'
import { type Bounds, Site } from './schema.ts'

const areUnique = (names: readonly string[]) => new Set(names).size === names.length

const isSound = ({ west, south, east, north }: Bounds) => west < east && south < north

const Hours = z.number().check(z.positive(), z.lte(87_600))
const LimitsOfTime = z.object({
  dueHours: z.optional(z.partialRecord(Rating, Hours)),
  reportDueHours: z.optional(Hours),
  digestHour: z.optional(z.int().check(z.gte(0), z.lte(23))),
  reopeningHours: z.optional(
    z.strictObject({ from: z.int().check(z.gte(0)), to: z.int().check(z.lte(24)) }).check(z.refine(({ from, to }) => from < to)),
  ),
})

/** A worse rating must never have a longer limit. */
const areInOrder = (dueHours: DueHours) => {
  const hours = (['Extreme', 'High', 'Medium', 'Low'] as const).flatMap((rating) => dueHours[rating] ?? [])
  return hours.every((limit, i) => i === 0 || limit >= (hours[i - 1] ?? 0))
}

export const SoundSite = Site.check(
  z.refine(
    ({ networks, offlineMaps, baseMaps }) =>
      [...networks, ...offlineMaps, ...baseMaps].every(({ bounds }) => bounds === undefined || isSound(bounds)),
    'west must be less than east, and south less than north',
  ),
  z.refine(({ signalBands }) => signalBands.goodUpTo < signalBands.noneFrom, 'goodUpTo must be less than noneFrom'),
  z.refine(
    (site) => site.areas.every((area) => site.networks.some((n) => n.id === area.networkId)),
    'an area refers to an unknown network',
  ),
  z.refine(
    ({ networks, baseMaps, dataLayers, carriers }) =>
      [networks, baseMaps, dataLayers, carriers].every((list) => areUnique(list.map(({ id }) => id))),
    'two networks, base maps, data layers or carriers have the same id',
  ),
  z.refine(
    (site) => LimitsOfTime.safeParse(site).success,
    'dueHours must map ratings (Extreme, High, Medium, Low, Unrated) to hours; reportDueHours must be in hours, digestHour an hour of the day, and reopeningHours two hours of the day in order',
  ),
  z.refine((site) => areInOrder(site.dueHours ?? {}), 'dueHours must not give a worse rating more time than a milder one'),
  z.refine((site) => areUnique((site.billing?.plans ?? []).map(({ price }) => price)), 'two plans have the same price'),
  z.refine((site) => areUnique(site.offlineMaps.map(({ slug }) => slug)), 'two offline maps have the same slug'),
  z.refine((site) => site.offlineMaps.every((map) => map.minZoom <= map.maxZoom), 'an offline map has minZoom above maxZoom'),
)
