import { type KnownTrail, networkNow, publicStatusOf, sectionText, type TrailUpdateDocument, trailAt } from '@trailwarden/domain'
import type { Reading, Shown, SurfaceReader } from './public-surfaces.ts'

/** Calculates from the published status and the closures that have started, not with the domain's code. */
function findMoreOpen(surface: string, { networks = {}, trails = {} }: Reading, latest: TrailUpdateDocument, reader: SurfaceReader) {
  const now = reader.now().getTime()
  const severity = (word: string | undefined) => ['Open', 'Partially Open', 'Closed'].indexOf(word ?? '')
  const begun = latest.closures.filter(({ startsAt }) => !startsAt || Date.parse(startsAt) <= now)
  const isAllClosed = (networkId: string) =>
    latest.networks[networkId]?.status === 'Closed' || begun.some((one) => one.networkId === networkId && one.trailId === null)
  const leastOfTrail = ({ id, networkId }: KnownTrail) => {
    const own = begun.filter(({ trailId }) => trailId === id)
    if (isAllClosed(networkId) || own.some(({ section }) => section === null)) return 2
    return Math.max(severity(latest.trails[id]?.status), own.length > 0 ? 1 : 0)
  }
  const leastOfNetwork = (id: string) => {
    const own = reader.trails.filter(({ networkId }) => networkId === id)
    const parts = own.map((trail) => Math.max(leastOfTrail(trail), severity(trails[trail.id]?.word)))
    const all = isAllClosed(id) || (parts.length > 0 && Math.min(...parts) === 2) ? 2 : Math.max(...parts, 0) > 0 ? 1 : 0
    return Math.max(all, severity(latest.networks[id]?.status))
  }
  const tooOpen = (shown: Shown | undefined, least: number) => shown && severity(shown.word) >= 0 && severity(shown.word) < least
  return [
    ...reader.networks.filter(({ id }) => tooOpen(networks[id], leastOfNetwork(id))),
    ...reader.trails.filter((trail) => tooOpen(trails[trail.id], leastOfTrail(trail))),
  ].map(({ id }) => `${surface}: ${id} is more open than the worst of its parts`)
}

export function findDifferences(surface: string, reading: Reading, latest: TrailUpdateDocument, reader: SurfaceReader): string[] {
  const now = reader.now()
  const status = publicStatusOf({ ...latest, createdAt: new Date(latest.createdAt) }, reader.networks, now)
  const different = findMoreOpen(surface, reading, latest, reader)
  for (const [id, { word, text }] of Object.entries(reading.networks ?? {})) {
    const network = status.networks.find((one) => one.id === id)
    const right = network ? networkNow(network, now) : { status: null, exceptions: '' }
    if (word !== (right.status ?? 'Unknown')) different.push(`${surface}: ${id} is ${word} instead of ${right.status}`)
    if (text !== undefined && right.exceptions && !text.includes(right.exceptions))
      different.push(`${surface}: ${id} does not name “${right.exceptions}” but “${text}”`)
  }
  for (const [id, { word, text }] of Object.entries(reading.trails ?? {})) {
    const trail = reader.trails.find((one) => one.id === id)
    const right = trail && trailAt(status, trail, now)
    if (word !== (right?.status ?? 'Unknown')) different.push(`${surface}: trail ${id} is ${word} instead of ${right?.status}`)
    for (const { section, trailId } of right?.closures ?? [])
      if (text !== undefined && section && trailId === id && right?.status !== 'Closed' && !text.includes(sectionText(section)))
        different.push(`${surface}: trail ${id} does not name the section ${sectionText(section)} but “${text}”`)
  }
  return different
}
