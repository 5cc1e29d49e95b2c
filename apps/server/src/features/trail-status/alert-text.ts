/** A push in words: what is so now, and where it is shown. */
import type { PushedNews } from '@trailwarden/api'
import {
  type Closure,
  closureDetails,
  closureHeadline,
  closureText,
  type FollowedThing,
  type PublicStatus,
  sectionText,
  trailAt,
} from '@trailwarden/domain'
import { networkIdOf, type Site } from '@trailwarden/site'
import { type NamedTrails, timeWordsOf, trailLines } from './status-text.ts'

/** A phone shows less; a push service takes 4096 bytes with everything around it. */
const BODY_MAX = 300

const shortened = (text: string) => (text.length > BODY_MAX ? `${text.slice(0, BODY_MAX - 1).trimEnd()}…` : text)

export type AlertText = Pick<PushedNews, 'title' | 'body' | 'path'> & {
  isUrgent: boolean
  /** All of it is open, and nothing is planned: who sleeps need not know yet. */
  isReopening: boolean
}

type TextSite = Pick<Site, 'networks' | 'areas' | 'timeZone'>

const sentence = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

/** "Old Dam closed between BF17 and BF19": the part that cannot be ridden is the news, where there is one such. */
function trailTitle(name: string, status: string | null, closures: readonly Closure[]): string {
  const [part, ...others] = closures.filter(({ section }) => section !== null)
  if (status !== 'Closed' && part?.section && others.length === 0) return `${name} ${part.level.toLowerCase()} ${sectionText(part.section)}`
  return status ? `${name} is ${status.toLowerCase()}` : name
}

/** Null when the site has it no longer. */
export function alertText(thing: FollowedThing, status: PublicStatus, site: TextSite, trails: NamedTrails, now: Date): AlertText | null {
  const words = timeWordsOf(site)
  if (thing.kind === 'network') {
    const network = status.networks.find(({ id }) => id === thing.id)
    if (!network?.status) return null
    const lines = trailLines(status, thing.id, site, trails, now)
    return {
      title: `${network.name} is ${network.status.toLowerCase()}`,
      body: shortened([sentence(network.message), ...lines].filter(Boolean).join(' ')),
      path: '/',
      isUrgent: network.status !== 'Open',
      isReopening: network.status === 'Open' && lines.length === 0,
    }
  }
  const trail = trails.find(({ id }) => id === thing.id)
  if (!trail) return null
  const is = trailAt(status, { id: trail.id, networkId: networkIdOf(site, trail) }, now)
  const title = trailTitle(trail.name, is.status, is.closures)
  // What the title says already is not repeated.
  const ofClosures = is.closures.map((closure) =>
    is.closures.length === 1 ? closureDetails(closure, now, words) : closureText(closure, now, words),
  )
  const planned = is.planned.map((closure) => sentence(closureHeadline(closure, now, words)))
  const text = [sentence(is.message), ...ofClosures, ...planned].filter(Boolean).join(' ')
  const isUrgent = is.status !== 'Open' || is.closures.length > 0
  return { title, body: shortened(text), path: `/trails/${trail.id}`, isUrgent, isReopening: !isUrgent && is.planned.length === 0 }
}
