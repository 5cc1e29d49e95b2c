import { closureText } from '@trailwarden/domain'
import { networkIdOf, type Site, type Trail } from '@trailwarden/site'
import { timeWords } from '#parts/status/trail-conditions.ts'
import type { TrailPart } from './update-values.ts'

export function linesAboutTrails(
  { words, closures }: TrailPart,
  networkId: string,
  trails: readonly Trail[],
  site: Pick<Site, 'areas' | 'timeZone'>,
  now: Date,
): string[] {
  const nameOf = (id: string) => trails.find((trail) => trail.id === id)?.name ?? id
  const texts = closures
    .filter((closure) => closure.networkId === networkId)
    .map((closure) => {
      const text = closureText(closure, now, timeWords(site.timeZone))
      return closure.trailId === null ? text : `${nameOf(closure.trailId)}: ${text}`
    })
  const own = trails.flatMap((trail) => {
    const word = networkIdOf(site, trail) === networkId ? words[trail.id] : undefined
    return word ? [`${trail.name}: ${[`${word.status}.`, word.message].filter(Boolean).join(' ')}`] : []
  })
  return [...texts, ...own]
}
