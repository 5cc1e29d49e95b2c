import { distanceText, profileOf, slopesOf } from '@trailwarden/domain'
import { networkIdOf, type Site, type Trail } from '@trailwarden/site'

import type { SiteData } from '#parts/trail/site-data.ts'
import { gradeText, kindText, trailPath } from '#parts/trail/trail-words.ts'

const SCHEMA = 'https://schema.org'

type About = { title: string; description: string; structured: object }

/** Search engines must not treat invented data as real places. */
const sampleNote = ({ sample }: Pick<Site, 'sample'>) => (sample ? 'Sample data, not for navigation.' : null)

const sentences = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' ')

export function aboutTrail({ index }: SiteData, site: Site, trail: Trail, publicUrl: string): About {
  const network = site.networks.find(({ id }) => id === networkIdOf(site, trail))
  const slopes = slopesOf(profileOf(trail).map(({ heightM }) => heightM))
  const posts = index.markersAlong(trail).length
  const facts = [gradeText(trail), kindText(trail), trail.distanceM === null ? null : distanceText(trail.distanceM)].filter(Boolean)
  const description = sentences(
    [
      `${trail.name}: ${facts.join(', ')}${network ? `, ${network.name}` : ''}.`,
      slopes && `${slopes.climbM} m of climbing, ${slopes.descentM} m of descent.`,
      posts > 0 && `${posts} emergency posts.`,
      sampleNote(site),
    ].map((part) => part || null),
  )
  const start = trail.lines[0]?.[0]
  const measure = (name: string, value: number | undefined | null) =>
    value === undefined || value === null ? [] : [{ '@type': 'PropertyValue', name, value, unitCode: 'MTR' }]
  return {
    title: `${trail.name} – ${site.label}`,
    description,
    structured: {
      '@context': SCHEMA,
      '@type': 'SportsActivityLocation',
      name: trail.name,
      description,
      url: new URL(trailPath(trail), publicUrl).href,
      ...(network && { containedInPlace: { '@type': 'Place', name: network.name } }),
      ...(start && !site.sample && { geo: { '@type': 'GeoCoordinates', latitude: start[1], longitude: start[0] } }),
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Grade', value: gradeText(trail) },
        ...measure('Length', trail.distanceM),
        ...measure('Climb', slopes?.climbM),
        ...measure('Descent', slopes?.descentM),
      ],
    },
  }
}

export function aboutTrails({ bundle }: SiteData, site: Site, publicUrl: string): About {
  const names = site.networks.map(({ name }) => name)
  const description = sentences([`Grade, length and status of ${bundle.trails.length} trails in ${names.join(', ')}.`, sampleNote(site)])
  return {
    title: `Trails – ${site.label}`,
    description,
    structured: {
      '@context': SCHEMA,
      '@type': 'ItemList',
      name: `Trails in ${site.label}`,
      numberOfItems: bundle.trails.length,
      itemListElement: bundle.trails.map((trail, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name: trail.name,
        url: new URL(trailPath(trail), publicUrl).href,
      })),
    },
  }
}
