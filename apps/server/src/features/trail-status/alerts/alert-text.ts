import type { PushedNews } from '@trailwarden/api'
import {
  type Closure,
  changesText,
  closureDetails,
  closureHeadline,
  closureText,
  type FollowedThing,
  type PublicStatus,
  type StatusChange,
  sectionText,
  trailAt,
} from '@trailwarden/domain'
import { networkIdOf, type Site } from '@trailwarden/site'
import { type NamedTrails, networkText, timeWordsOf, trailLines } from '../public/status-text.ts'
import { changesSince, type Was } from '../status-changes.ts'

/** Devices show fewer characters. A push service accepts 4096 bytes in total. */
const BODY_MAX = 300

const shortened = (text: string) => (text.length > BODY_MAX ? `${text.slice(0, BODY_MAX - 1).trimEnd()}…` : text)

export type AlertText = Pick<PushedNews, 'title' | 'body' | 'path'> & {
  isUrgent: boolean
  /** True if the push only reports that something is open, so it can be delayed until the morning. */
  isReopening: boolean
}

type TextSite = Pick<Site, 'networks' | 'areas' | 'timeZone'>

const sentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

/** For example "Old Dam closed between BF17 and BF19" if only one part is closed or restricted. */
function trailTitle(name: string, status: string | null, closures: readonly Closure[]): string {
  const [part, ...others] = closures.filter(({ section }) => section !== null)
  if (status !== 'Closed' && part?.section && others.length === 0) return `${name} ${part.level.toLowerCase()} ${sectionText(part.section)}`
  return status ? `${name} is ${status.toLowerCase()}` : name
}

/** `isOpen` means fully open with nothing planned. It only counts if nothing changed, or if the previous status is unknown. */
function weigh(changes: readonly StatusChange[], was: Was, isOpen: boolean): Pick<AlertText, 'isUrgent' | 'isReopening'> {
  if (changes.length === 0) return { isUrgent: was[''] === undefined && !isOpen, isReopening: isOpen }
  return { isUrgent: changes.some(({ kind }) => kind === 'closing'), isReopening: changes.every(({ kind }) => kind === 'opening') }
}

export function alertText(
  thing: FollowedThing,
  was: Was,
  status: PublicStatus,
  site: TextSite,
  trails: NamedTrails,
  now: Date,
): AlertText | null {
  const words = timeWordsOf(site)
  const { whole, all: changes } = changesSince(was, thing, status, site, trails, now)
  const changed = changesText(changes)
  if (thing.kind === 'network') {
    const network = status.networks.find(({ id }) => id === thing.id)
    if (!network?.status) return null
    const lines = trailLines(status, thing.id, site, trails, now)
    const isNamed = changes.length === 0 || whole !== null
    const { exceptions = '', message } = network
    // Such as "St Helens is Partially Open. Icarus closed.", unless the title already contains this text.
    const state = isNamed ? [exceptions, message] : [`${network.name} is ${networkText(network)}`]
    // The exceptions already name trails without a message.
    const more = lines.filter((line) => !/^[^:]*: (Open|Partially Open|Closed)\.$/.test(line))
    return {
      title: changed || `${network.name} is ${network.status.toLowerCase()}`,
      body: shortened([...state.map(sentence), ...more].filter(Boolean).join(' ')),
      path: '/',
      ...weigh(changes, was, network.status === 'Open' && lines.length === 0),
    }
  }
  const trail = trails.find(({ id }) => id === thing.id)
  if (!trail) return null
  const is = trailAt(status, { id: trail.id, networkId: networkIdOf(site, trail) }, now)
  const title = changed || trailTitle(trail.name, is.status, is.closures)
  const isTitle = ({ section }: Closure) => (section ? title.includes(sectionText(section)) : title.endsWith(' closed'))
  const ofClosures = is.closures.map((closure) =>
    isTitle(closure) ? closureDetails(closure, now, words) : closureText(closure, now, words),
  )
  const planned = is.planned.map((closure) => sentence(closureHeadline(closure, now, words)))
  const text = [sentence(is.message), ...ofClosures, ...planned].filter(Boolean).join(' ')
  const isOpen = is.status === 'Open' && is.closures.length + is.planned.length === 0
  return { title, body: shortened(text), path: `/trails/${trail.id}`, ...weigh(changes, was, isOpen) }
}
