/** Other programs show a title, a description and a picture for a link to a page. The server draws the picture from `Preview`. */
import type { NamedFrame } from '@trailwarden/api'
import type { PageData, SiteBundle } from '@trailwarden/site'
import { formatExact } from '#lib/dates.ts'
import { shownStatus } from '#parts/status/shown-status.ts'
import { type NamedTrail, shownStatusOfTrail } from '#parts/status/trail-conditions.ts'
import { FRAMES } from './frames.tsx'

type Row = { shape: 'Open' | 'Partially Open' | 'Closed' | null; name: string; word: string; message: string }

/** `text` is all that the picture shows, except its title and `asOf`. */
export type Preview = { title: string; rows: readonly Row[]; text: string; asOf: string }

const sentence = (text: string) => (text && !/[.!?]$/.test(text) ? `${text}.` : text)

const rowText = ({ name, word, message }: Row) => [`${name}: ${word}.`, sentence(message)].filter(Boolean).join(' ')

function previewOf(title: string, rows: readonly Row[], { site, status }: PageData): Preview {
  const asOf = status ? `As of ${formatExact(new Date(status.asOf), site.timeZone)}.` : 'Trail information unavailable.'
  return { title, rows, text: rows.map(rowText).join('\n'), asOf }
}

export function statusPreview(data: PageData, now: Date): Preview {
  const { site, status } = data
  const rows = site.networks.map(({ id, name }): Row => {
    const posted = status?.networks.find((network) => network.id === id) ?? { id, name, status: null, message: '', postedAt: null }
    return { name, ...shownStatus(posted, site.statusAgeLimitHours, site.timeZone, now, true) }
  })
  return previewOf('Trail status', rows, data)
}

export function trailPreview(data: PageData, trail: NamedTrail, now: Date): Preview {
  const { shape, word, message, closures } = shownStatusOfTrail(data.status, data.site, trail, now, true)
  const reasons = closures.flatMap(({ text }) => (message.includes(text) ? [] : text))
  return previewOf(trail.name, [{ shape, name: trail.name, word, message: [message, ...reasons].filter(Boolean).join(' ') }], data)
}

type About = { title: string; description: string }

const DESCRIPTIONS: Readonly<Record<NamedFrame, string>> = {
  '/map': 'Trails, emergency posts and trail status on a map.',
  '/report': 'Tell the trail team about a problem on a trail. You don’t need an account.',
  '/offline': 'Download maps that work without signal.',
  '/alerts': 'Get notified when trails open or close.',
  '/subscribe': 'Get an email when trails open or close.',
  '/login': 'Log in to record and manage problems on the trails.',
  '/register': 'Request an account to record problems on the trails.',
}

const isFrame = (path: string): path is NamedFrame => path in DESCRIPTIONS

/** Null for screens that share a page. */
export function aboutScreen({ site }: PageData, { markers }: Pick<SiteBundle, 'markers'>, path: string): About | null {
  if (path === '/') return { title: site.label, description: 'Trail status, offline maps and emergency help.' }
  if (isFrame(path)) return { title: `${FRAMES[path].title} – ${site.label}`, description: DESCRIPTIONS[path] }
  if (path !== '/emergency' && !path.startsWith('/m/')) return null
  const post = markers.find(({ code }) => path === `/m/${code}`)
  const description = `The nearest emergency post, your location, and what to tell ${site.emergencyNumber}. Works without signal.`
  return { title: `${post ? `Emergency post ${post.code}` : 'Emergency'} – ${site.label}`, description }
}
