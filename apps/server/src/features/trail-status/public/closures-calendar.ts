/**
 * A calendar that people can subscribe to (RFC 5545). Closures have no repetition or invitations, so a few lines are enough. Libraries
 * would add time zones and rules that we don't need.
 */
import { type Closure, closureHeadline, closureText, isPastEnd } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { type NamedTrails, timeWordsOf } from './status-text.ts'

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Lines are at most 75 bytes long. Longer ones continue on a new line that starts with a space, and no character is split. */
function folded(line: string): string {
  let [whole, length] = ['', 0]
  for (const sign of line) {
    const bytes = Buffer.byteLength(sign)
    if (length + bytes > 75) [whole, length] = [`${whole}\r\n `, 1]
    whole += sign
    length += bytes
  }
  return whole
}

type About = { site: Site; trails: NamedTrails; publicUrl: string; postedAt: Date; now: Date }

function eventOf(closure: Closure, { site, trails, publicUrl, postedAt, now }: About): string[] {
  const { id, trailId, networkId, startsAt, endsAt } = closure
  const trail = trails.find((one) => one.id === trailId)
  const name = trail?.name ?? site.networks.find((one) => one.id === networkId)?.name ?? networkId
  const words = timeWordsOf(site)
  const start = new Date(startsAt ?? postedAt)
  // After the planned end of a closure, the trail is still closed until someone confirms otherwise, so the event continues.
  const end = endsAt && !isPastEnd(closure, now) ? new Date(endsAt) : endsAt || start < now ? new Date(now.getTime() + 86_400_000) : null
  return [
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${utc(postedAt)}`,
    `DTSTART:${utc(start)}`,
    ...(end ? [`DTEND:${utc(end)}`] : []),
    `SUMMARY:${escapeText(`${name}: ${closureHeadline(closure, now, words)}`)}`,
    `DESCRIPTION:${escapeText(closureText(closure, now, words))}`,
    `URL:${new URL(trail ? `/trails/${trail.id}` : '/', publicUrl).href}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

export function closuresCalendar(closures: readonly Closure[], about: About): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Trailwarden//Closures//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`${about.site.label}: closures`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...closures.flatMap((closure) => eventOf(closure, about)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
