import {
  type Closure,
  closureText,
  type PublicStatus,
  publicStatusOf,
  type TrailUpdate,
  trailAt,
  trailStatusesOf,
} from '@trailwarden/domain'
import { networkIdOf, type Site, type Trail } from '@trailwarden/site'

export type NamedTrails = readonly Pick<Trail, 'id' | 'name' | 'area'>[]

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

const DAY_FORMAT = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', weekday: 'short', ...DAY })

/** Creating a date format takes longer than writing a whole feed with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Includes the zone, because readers may be elsewhere. */
export function timeFormat({ timeZone }: Pick<Site, 'timeZone'>, weekday?: 'short'): Intl.DateTimeFormat {
  const key = `${timeZone} ${weekday}`
  const known = formats.get(key)
  if (known) return known
  const options = { timeZone, weekday, ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const format = new Intl.DateTimeFormat('en-AU', options)
  formats.set(key, format)
  return format
}

export function timeWordsOf(site: Pick<Site, 'timeZone'>) {
  const time = timeFormat(site, 'short')
  return { time: (at: Date) => time.format(at), day: (date: string) => DAY_FORMAT.format(new Date(date)) }
}

type TextSite = Pick<Site, 'networks' | 'areas' | 'timeZone'>

export function statusSince(update: Pick<TrailUpdate, 'createdAt' | 'closures'>, at: Date): Date {
  const begun = update.closures.flatMap(({ startsAt }) => (startsAt && Date.parse(startsAt) <= at.getTime() ? [Date.parse(startsAt)] : []))
  return new Date(Math.max(update.createdAt.getTime(), ...begun))
}

export const statusOfUpdate = (update: TrailUpdate, { networks }: Pick<Site, 'networks'>, at: Date) => publicStatusOf(update, networks, at)

export function trailLines(status: PublicStatus, networkId: string, site: TextSite, trails: NamedTrails, at: Date): string[] {
  const statuses = trailStatusesOf(status)
  if (!statuses) return []
  const words = timeWordsOf(site)
  const textOf = (closure: Closure) => closureText(closure, at, words)
  const whole = statuses.closures.filter((closure) => closure.networkId === networkId && closure.trailId === null).map(textOf)
  const lines = trails.flatMap((trail) => {
    if (networkIdOf(site, trail) !== networkId) return []
    const own = statuses.closures.filter(({ trailId }) => trailId === trail.id)
    const word = statuses.trails[trail.id]?.word
    if (!word && own.length === 0) return []
    const is = trailAt(status, { id: trail.id, networkId }, at)
    return [`${trail.name}: ${[`${is.status ?? 'Unknown'}.`, word?.message, ...own.map(textOf)].filter(Boolean).join(' ')}`]
  })
  return [...whole, ...lines]
}

/** For example "Partially Open. Icarus closed. Crews are at work.", with the wording and order of the screens (T26). */
export const networkText = ({ status, exceptions, message }: PublicStatus['networks'][number]): string =>
  [`${status ?? (message || 'Unknown')}.`, exceptions, status && message].filter(Boolean).join(' ')

export const statusLines = (status: PublicStatus, site: TextSite, trails: NamedTrails, at: Date): string[] =>
  status.networks.flatMap((network) => [
    `${network.name}: ${networkText(network)}`,
    ...trailLines(status, network.id, site, trails, at).map((line) => `– ${line}`),
  ])
