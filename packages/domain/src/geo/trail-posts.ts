/** What stands along a trail, in riding order, short enough to be read on a phone (RULES.md, TR). */

/** More than these do not stand below each other: quiet stretches fold. */
const MOST_POSTS = 12
/** A fold of fewer would be no shorter than its posts. */
const LEAST_FOLDED = 3

export type AlongTrail = { alongM: number }
export type Stop<Post, Event> = { kind: 'post'; post: Post } | { kind: 'event'; event: Event } | { kind: 'fold'; posts: Post[] }

/**
 * Posts and what happened between them, from the start on. With many posts, those between which nothing happened fold into one line; the
 * posts before and after an event stay, and so does the last one, which says how far there is to go.
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
