/** Trail status in words for what is read outside the app: feeds, emails and calendars. */
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

/** A moment in the network's own zone, which it names, as it will be then: who reads it may be elsewhere. */
export const timeFormat = ({ timeZone }: Pick<Site, 'timeZone'>, weekday?: 'short') =>
  new Intl.DateTimeFormat('en-AU', { timeZone, weekday, ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

export function timeWordsOf(site: Pick<Site, 'timeZone'>) {
  const time = timeFormat(site, 'short')
  const day = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', weekday: 'short', ...DAY })
  return { time: (at: Date) => time.format(at), day: (date: string) => day.format(new Date(date)) }
}

type TextSite = Pick<Site, 'networks' | 'areas' | 'timeZone'>

/** When an update came to say what it says at `at`: its own time, or that of the closure that began last. */
export function statusSince(update: Pick<TrailUpdate, 'createdAt' | 'closures'>, at: Date): Date {
  const begun = update.closures.flatMap(({ startsAt }) => (startsAt && Date.parse(startsAt) <= at.getTime() ? [Date.parse(startsAt)] : []))
  return new Date(Math.max(update.createdAt.getTime(), ...begun))
}

export const statusOfUpdate = (update: TrailUpdate, { networks }: Pick<Site, 'networks'>, at: Date) => publicStatusOf(update, networks, at)

/** The trails of a network that have a status or a closure of their own, a line each; and the closures of the network itself. */
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

/** What is said of each network, a line each, with those of its trails below it. */
export const statusLines = (status: PublicStatus, site: TextSite, trails: NamedTrails, at: Date): string[] =>
  status.networks.flatMap(({ id, name, status: word, message }) => [
    `${name}: ${word ? [word, message].filter(Boolean).join('. ') : 'Unknown'}`,
    ...trailLines(status, id, site, trails, at).map((line) => `– ${line}`),
  ])
