import { findByCode } from '@trailwarden/domain'
import { networkIdOf, type Site, type Trail } from '@trailwarden/site'
import { plain } from '#lib/plain-text.ts'
import type { ShownNetwork } from '#parts/status/network-conditions.ts'
import type { SiteData } from '#parts/trail/site-data.ts'

/** Link trails have no grade. */
export const GRADES = ['green', 'blue', 'black'] as const
export type Grade = (typeof GRADES)[number]

export type TrailSort = 'near' | 'network'

/** `sort` is null until someone chooses. The list is then sorted by distance if the location is already allowed. */
export type TrailFilter = {
  query: string
  isOpen: boolean
  grades: readonly Grade[]
  networkId: string | null
  sort: TrailSort | null
}

const SORTS: readonly TrailSort[] = ['near', 'network']

const isGrade = (word: string): word is Grade => GRADES.some((grade) => grade === word)

export const filterOf = (search: URLSearchParams): TrailFilter => ({
  query: search.get('q') ?? '',
  isOpen: search.get('open') === 'now',
  grades: (search.get('grade') ?? '').split(' ').filter(isGrade),
  networkId: search.get('network'),
  sort: SORTS.find((sort) => sort === search.get('sort')) ?? null,
})

/** The parameters are in the order of the chips, so that each combination has exactly one URL. */
export function searchOf({ query, isOpen, grades, networkId, sort }: TrailFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (query !== '') search.set('q', query)
  if (isOpen) search.set('open', 'now')
  if (grades.length > 0) search.set('grade', GRADES.filter((grade) => grades.includes(grade)).join(' '))
  if (networkId) search.set('network', networkId)
  if (sort) search.set('sort', sort)
  return search
}

function finder(query: string, data: SiteData): (trail: Trail, networkName: string) => boolean {
  const wanted = plain(query)
  if (wanted === '') return () => true
  const post = findByCode(data.bundle.markers, query)
  if (post) return (trail) => data.index.markersAlong(trail).some(({ marker }) => marker.code === post.code)
  return (trail, networkName) => [trail.name, networkName].some((name) => ` ${plain(name)}`.includes(` ${wanted}`))
}

export type TrailGroup = { network: ShownNetwork; trails: Trail[]; links: Trail[] }

const gradeOrder = ({ rating }: Trail) => ['green', 'blue', 'black'].indexOf(rating ?? '') + (rating ? 0 : GRADES.length + 1)

const byGradeAndName = (a: Trail, b: Trail) => gradeOrder(a) - gradeOrder(b) || a.name.localeCompare(b.name, 'en', { numeric: true })

/** The status of trails in an area without a network is unknown. */
const OTHER: ShownNetwork = { id: '', name: 'Other trails', postedAt: null, shape: null, word: 'Unknown', message: '', upcoming: [] }

/** Link trails come last in each network. */
export function groupTrails(
  data: SiteData,
  site: Pick<Site, 'areas'>,
  networks: readonly ShownNetwork[],
  isOpen: (trail: Trail) => boolean,
  filter: TrailFilter,
): TrailGroup[] {
  const isFound = finder(filter.query, data)
  return [...networks, OTHER].flatMap((network) => {
    if (filter.networkId && filter.networkId !== network.id) return []
    const own = data.bundle.trails
      .filter((trail) => (networkIdOf(site, trail) ?? '') === network.id && isFound(trail, network.name))
      .filter((trail) => !filter.isOpen || isOpen(trail))
      .filter(({ rating }) => filter.grades.length === 0 || filter.grades.some((grade) => grade === rating))
      .sort(byGradeAndName)
    const [trails, links] = [own.filter(({ rating }) => rating !== 'link'), own.filter(({ rating }) => rating === 'link')]
    return own.length > 0 ? [{ network, trails, links }] : []
  })
}

type NearTrail = { trail: Trail; networkName: string; metres: number | null }

/** Link trails come last, and so do trails without a line. */
export function sortByDistance(groups: readonly TrailGroup[], distanceTo: (trail: Trail) => number | null) {
  const nearest = (pick: (group: TrailGroup) => readonly Trail[]): NearTrail[] =>
    groups
      .flatMap((group) => pick(group).map((trail) => ({ trail, networkName: group.network.name, metres: distanceTo(trail) })))
      .sort((a, b) => (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY))
  return { trails: nearest(({ trails }) => trails), links: nearest(({ links }) => links) }
}
