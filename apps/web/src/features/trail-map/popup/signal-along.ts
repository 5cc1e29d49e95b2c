/** All functions are pure. */
import { type MarkerOnTrail, signalBand } from '@trailwarden/domain'
import type { EmergencyMarker, Site } from '@trailwarden/site'

type Posts = readonly MarkerOnTrail<EmergencyMarker>[]

/** Returns, for example, "5 along the trail: SH07 to SH11". Null means that there are no posts. */
export function postsText(posts: Posts): string | null {
  const [first, last] = [posts[0]?.marker.code, posts.at(-1)?.marker.code]
  if (!first) return null
  return posts.length === 1 ? `1 along the trail: ${first}` : `${posts.length} along the trail: ${first} to ${last}`
}

/** Each carrier has one sentence, as in "Telstra: good from SH09 on". A post without a reading doesn't count as good. */
export function signalTexts(posts: Posts, { carriers, signalBands }: Pick<Site, 'carriers' | 'signalBands'>): string[] {
  if (posts.length === 0) return []
  return carriers.map(({ id, title }) => {
    const isGood = posts.map(({ marker }) => signalBand(marker.readings[id] ?? null, signalBands) === 'good')
    const [first, last, count] = [isGood.indexOf(true), isGood.lastIndexOf(true), isGood.filter(Boolean).length]
    const where = () => {
      if (count === 0) return 'no good signal at any post'
      if (count === posts.length) return posts.length === 1 ? 'good at the post' : `good at all ${count} posts`
      const isUnbroken = last - first + 1 === count
      if (isUnbroken && last === posts.length - 1) return `good from ${posts[first]?.marker.code} on`
      if (isUnbroken && first === 0) return `good as far as ${posts[last]?.marker.code}`
      return `good at ${count} of ${posts.length} posts`
    }
    return `${title}: ${where()}`
  })
}
