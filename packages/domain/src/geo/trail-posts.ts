/** On a trail with more posts, posts without events next to them share one line. */
const MOST_POSTS = 12
/** Folding fewer posts wouldn't make the list shorter. */
const LEAST_FOLDED = 3

export type AlongTrail = { alongM: number }
export type Stop<Post, Event> = { kind: 'post'; post: Post } | { kind: 'event'; event: Event } | { kind: 'fold'; posts: Post[] }

/** The posts before and after an event are always listed. So is the last post, which shows how far the end is. */
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
