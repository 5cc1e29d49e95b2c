/** Lists posts and events along a trail in riding order, short enough to read on a phone (RULES.md, TR). */

/** If a trail has more posts than this, posts without events next to them are folded into one line. */
const MOST_POSTS = 12
/** The minimum number of posts to fold. Folding fewer wouldn't make the list shorter. */
const LEAST_FOLDED = 3

export type AlongTrail = { alongM: number }
export type Stop<Post, Event> = { kind: 'post'; post: Post } | { kind: 'event'; event: Event } | { kind: 'fold'; posts: Post[] }

/**
 * Returns posts and the events between them from the start of the trail. With many posts, those without an event next to them are folded
 * into one line. The posts before and after an event are always listed, and so is the last post, which shows how far it is to the end.
 */
export function stopsAlong<Post extends AlongTrail, Event extends AlongTrail>(
  posts: readonly Post[],
  events: readonly Event[],
): Stop<Post, Event>[] {
  const all = [
    ...posts.map((post) => ({ kind: 'post', post, alongM: post.alongM }) as const),
    ...events.map((event) => ({ kind: 'event', event, alongM: event.alongM }) as const),
  ].sort((a, b) => a.alongM - b.alongM)
  const stops: Stop<Post, Event>[] = []
  let quiet: Post[] = []
  const fold = () => {
    if (quiet.length >= LEAST_FOLDED) stops.push({ kind: 'fold', posts: quiet })
    else stops.push(...quiet.map((post) => ({ kind: 'post', post }) as const))
    quiet = []
  }
  const last = posts.at(-1)
  for (const [i, one] of all.entries()) {
    if (one.kind === 'event') {
      fold()
      stops.push({ kind: 'event', event: one.event })
      continue
    }
    const isBesideEvent = all[i - 1]?.kind === 'event' || all[i + 1]?.kind === 'event'
    if (posts.length > MOST_POSTS && !isBesideEvent && one.post !== last) quiet.push(one.post)
    else {
      fold()
      stops.push({ kind: 'post', post: one.post })
    }
  }
  fold()
  return stops
}
