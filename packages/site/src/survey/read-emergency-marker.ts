import { signalBand } from '@trailwarden/domain'
import * as z from 'zod/mini'
import type { RawFeature } from '../check/corrections.ts'
import type { FoundIssue } from '../check/issue.ts'
import type { Bounds, Site } from '../site-json/schema.ts'
import { boundsOf, type Reported, readPoint, readPositionFields } from './geometry.ts'
import * as properties from './properties.ts'
import { missing, type RawProperties, readArea, readHelicopter, readProperties, terrainOf } from './read-record.ts'
import type { EmergencyMarker, Way } from './records.ts'

/** A doubtful value must become "unknown", because the values of a marker decide where people and helicopters are sent. */

type WayFields = {
  name: string | null
  descriptor: Way['descriptor']
  lat: number | null
  lon: number | null
  vehicle: Way['vehicle']
  majorRoad: string | null
}

function readWay(group: 'access' | 'egress', prefix: string, p: WayFields, bounds: Bounds): Reported<Way> {
  const crossing = readPositionFields(
    { field: `${prefix}_road_crossing_lat`, value: p.lat },
    { field: `${prefix}_road_crossing_lon`, value: p.lon },
    bounds,
  )
  const complete = Object.values(p).every((value) => value !== null)
  const issues = crossing.issues
  if (!complete)
    issues.push({
      kind: group === 'access' ? 'incomplete-access' : 'incomplete-egress',
      field: `${group}_*`,
      found: '',
      outcome: 'unknown',
      detail: `${Object.values(p).filter((value) => value === null).length} of its 6 fields are empty`,
    })
  const { name, descriptor, vehicle, majorRoad } = p
  return {
    value: { name, descriptor, roadCrossing: crossing.value, vehicle, majorRoad, complete: complete && crossing.value !== null },
    issues,
  }
}

function readReadings(raw: RawProperties, site: Site): Reported<EmergencyMarker['readings']> {
  const issues: FoundIssue[] = []
  const readings = site.carriers.map(({ id, title }): [string, number | null] => {
    const reading = z.safeParse(properties.Reading, raw[id])
    if (reading.success) return [id, reading.data]
    const detail = `not a reading of ${title}: a missing digit would look like an excellent signal`
    issues.push({ kind: 'reading-out-of-range', field: id, found: raw[id], outcome: 'unknown', detail })
    return [id, null]
  })
  return { value: Object.fromEntries(readings), issues }
}

const FROM_BEST = ['green', 'orange', 'red'] as const
const SIGNAL_OF_BAND = { good: 'green', poor: 'orange', none: 'red' } as const

/**
 * The colour may be worse than in the survey, because nobody should walk towards a signal that doesn't exist. If all readings are faulty,
 * the colour may be based on them, so the colour is unknown too.
 */
function readSignal(
  found: EmergencyMarker['signal'],
  readings: Reported<EmergencyMarker['readings']>,
  site: Site,
): Reported<EmergencyMarker['signal']> {
  const known = Object.values(readings.value).filter((reading) => reading !== null)
  const worse = (
    value: EmergencyMarker['signal'],
    outcome: 'corrected' | 'unknown',
    detail: string,
  ): Reported<EmergencyMarker['signal']> => ({
    value,
    issues: [{ kind: 'signal-better-than-readings', field: 'signal', found, outcome, detail }],
  })
  if (known.length === 0 && found !== null && found !== 'red' && readings.issues.length > 0)
    return worse(null, 'unknown', 'no usable reading confirms it')
  if (known.length === 0) return { value: found, issues: [] }
  const best = Math.min(...known)
  const measured = SIGNAL_OF_BAND[signalBand(best, site.signalBands) ?? 'none']
  if (found === null || FROM_BEST.indexOf(found) >= FROM_BEST.indexOf(measured)) return { value: found ?? measured, issues: [] }
  return worse(measured, 'corrected', `its best reading is ${best}; shown as ${measured}`)
}

export function readEmergencyMarker(raw: RawFeature, site: Site): Reported<EmergencyMarker | null> {
  const { value: p, issues } = readProperties(properties.EmergencyMarkerProperties, raw.properties)
  const area = readArea(site, 'activity', p.activity)
  const bounds = boundsOf(site, area.value)
  const position = readPoint(raw.geometry, bounds)
  const readings = readReadings(raw.properties, site)
  const signal = readSignal(p.signal, readings, site)
  const access = readWay(
    'access',
    'access',
    {
      name: p.access_descriptor_name,
      descriptor: p.access_descriptor,
      lat: p.access_road_crossing_lat,
      lon: p.access_road_crossing_lon,
      vehicle: p.access_vehicle_access,
      majorRoad: p.access_major_rd_ref,
    },
    bounds,
  )
  const egress = readWay(
    'egress',
    'egress_access',
    {
      name: p.egress_access_descriptor_name,
      descriptor: p.egress_access_descriptor,
      lat: p.egress_access_road_crossing_lat,
      lon: p.egress_access_road_crossing_lon,
      vehicle: p.egress_access_vehicle_access,
      majorRoad: p.egress_access_major_rd_ref,
    },
    bounds,
  )
  const helicopter = readHelicopter(p, bounds)
  const confirmation = readPositionFields(
    { field: 'confirmation_lat', value: p.confirmation_lat },
    { field: 'confirmation_lon', value: p.confirmation_lon },
    bounds,
  )
  for (const part of [area, position, readings, signal, access, egress, helicopter, confirmation]) issues.push(...part.issues)
  if (p.description === null) issues.push(missing('description'))
  if (p.description === null || position.value === null) return { value: null, issues }
  const [lon, lat] = position.value
  if ((p.lon !== null && Math.abs(p.lon - lon) > 0.0005) || (p.lat !== null && Math.abs(p.lat - lat) > 0.0005))
    issues.push({
      kind: p.lat === -lat ? 'latitude-sign' : 'position-disagrees',
      field: 'lat',
      found: p.lat,
      outcome: 'corrected',
      detail: 'properties lon and lat differ from the geometry, which is used instead',
    })
  return {
    value: {
      code: p.description,
      area: area.value,
      position: position.value,
      accuracyM: p.accuracy,
      readings: readings.value,
      signal: signal.value,
      ...terrainOf(p),
      access: access.value,
      egress: egress.value,
      helicopter: helicopter.value,
      confirmation: confirmation.value && { position: confirmation.value, accuracyM: p.confirmation_accuracy },
      notes: p.notes,
      createdAt: p.created_at,
      createdBy: p.created_by,
    },
    issues,
  }
}
