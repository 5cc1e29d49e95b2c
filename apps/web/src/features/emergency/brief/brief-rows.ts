import {
  decimalDegrees,
  distanceText,
  hazardsOnWayIn,
  landingAt,
  last2wdPoint,
  routesIn,
  signalBand,
  travelMinutes,
} from '@trailwarden/domain'
import type { AccessRoute, EmergencyMarker, Site, Way } from '@trailwarden/site'
import type { SiteData } from '#parts/trail/site-data.ts'
import { hazardPlace } from '../here/hazard-place.ts'
import { bandText, orUnknown, UNKNOWN } from '../post/facts.tsx'

/** A row is shown on screen, printed, and copied with "Copy all". */
export type BriefRow = { title: string; lines: string[] }

const coordinates = (position: readonly [number, number] | null) => (position ? decimalDegrees(position) : UNKNOWN)

const VEHICLE_TITLES = { '2wd': '2WD', '4wd': '4WD', foot: 'On foot' } as const

function wayRows(title: string, way: Way): BriefRow {
  if (way.name === null && way.majorRoad === null && way.roadCrossing === null) return { title, lines: [UNKNOWN] }
  return {
    title,
    lines: [
      `${orUnknown(way.name)}, off ${orUnknown(way.majorRoad)}`,
      `${orUnknown(way.descriptor)}; vehicles: ${orUnknown(way.vehicle)}`,
      `Road crossing: ${coordinates(way.roadCrossing)}`,
    ],
  }
}

/** Someone may mention a named route without a surveyed line on the radio, so responders must see that the route is on record. */
function nameOnlyLines(routes: readonly AccessRoute[]): string[] {
  const names = routes
    .filter(({ lines }) => lines.length === 0)
    .map(({ name, type }) => (type ? `${name} (${type === 'foot' ? 'on foot' : VEHICLE_TITLES[type]})` : name))
  return names.length === 0 ? [] : [`Known by name only, route ${UNKNOWN}: ${names.join(', ')}`]
}

function notesOf(data: SiteData, marker: EmergencyMarker): string[] {
  const access = data.bundle.accessPoints.find(({ name }) => name === marker.access.name)
  const routes = Object.values(routesIn(marker.position, data.bundle.accessRoutes)).flatMap((way) => (way?.route.notes ? [way.route] : []))
  const notes = [
    ...(access?.notes ? [`${access.name}: ${access.notes}`] : []),
    ...routes.map(({ name, notes: text }) => `${name}: ${text}`),
    ...(marker.notes ? [`${marker.code}: ${marker.notes}`] : []),
  ]
  return notes.length > 0 ? notes : ['None recorded, but not all gates and private land have been surveyed']
}

function landingLines(data: SiteData, marker: EmergencyMarker): string[] {
  const landing = landingAt(data.index, marker.position, marker.helicopter)
  if (landing.kind === 'zone') return [`${orUnknown(landing.name)}, ${orUnknown(landing.type)}`, coordinates(landing.position)]
  const nearest = landing.nearest
    ? `Nearest landing zone: ${landing.nearest.item.name}, ${distanceText(landing.nearest.distanceM)} ${landing.nearest.compass}, ${orUnknown(landing.nearest.item.helicopter.type)}, ${coordinates(landing.nearest.item.position)}`
    : `Nearest landing zone: ${UNKNOWN}`
  return [landing.kind === 'winch' ? 'Winch only' : `Position of ${landing.name ?? 'the landing zone'}: ${UNKNOWN}`, nearest]
}

export function briefRows(site: Site, data: SiteData, marker: EmergencyMarker): BriefRow[] {
  const { bundle } = data
  const ways = routesIn(marker.position, bundle.accessRoutes)
  const last = last2wdPoint(marker.position, bundle.accessRoutes, bundle.accessPoints)
  const minutes = (speeds: readonly number[]) => speeds.map((speed) => `${travelMinutes(marker.distance2wdM, speed)} min at ${speed} km/h`)
  const hazards = hazardsOnWayIn(marker.position, marker.access.roadCrossing, bundle.accessRoutes, bundle.hazards)
  return [
    wayRows('Access', marker.access),
    {
      title: 'Routes to the post',
      lines: [
        ...(['2wd', '4wd', 'foot'] as const).map((type) => {
          const way = ways[type]
          return `${VEHICLE_TITLES[type]}: ${way ? `${way.route.name}, passes ${distanceText(way.distanceM)} from the post` : UNKNOWN}`
        }),
        ...nameOnlyLines(bundle.accessRoutes),
      ],
    },
    { title: 'Gates, private land, notes', lines: notesOf(data, marker) },
    {
      title: 'Last 2WD point',
      lines: [
        last
          ? `${last.item.name}, ${coordinates(last.item.position)}, ${distanceText(last.distanceM)} from the post in a straight line`
          : UNKNOWN,
        `Distance to 2WD track: ${marker.distance2wdM === null ? UNKNOWN : distanceText(marker.distance2wdM)}`,
      ],
    },
    {
      title: 'Time from 2WD track',
      lines:
        marker.distance2wdM === null
          ? [UNKNOWN]
          : [`Walk: ${minutes(site.speeds.walkKmh).join(', ')}`, `Ride: ${minutes(site.speeds.rideKmh).join(', ')}`],
    },
    wayRows('Egress', marker.egress),
    { title: 'Helicopter landing', lines: landingLines(data, marker) },
    { title: 'Canopy', lines: [orUnknown(marker.vegetation)] },
    {
      title: 'Ground',
      lines: [`${orUnknown(marker.gradient)}; ${orUnknown(marker.condition)}; ${orUnknown(marker.width)}; ${orUnknown(marker.vehicle)}`],
    },
    {
      title: 'Signal at the post',
      lines: site.carriers.map(({ id, title }) => {
        const reading = marker.readings[id] ?? null
        return `${title}: ${bandText(signalBand(reading, site.signalBands))}${reading === null ? '' : ` (${reading})`}`
      }),
    },
    {
      title: 'Surveyed hazards on the way in',
      lines:
        hazards.length === 0
          ? ['None surveyed near this post']
          : hazards.map(({ hazard, distanceM }) => `${hazard.name}, ${hazardPlace(data, hazard, distanceM)}`),
    },
  ]
}
