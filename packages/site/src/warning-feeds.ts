/** The feeds of warnings by others that `site.json` names. The server alone reads them: an address may hold a key, and phones need none. */
import * as z from 'zod/mini'

const Slug = z.string().check(z.regex(/^[a-z0-9-]+$/))
const Words = z.string().check(z.minLength(1), z.maxLength(60))
/** Plain http only for this machine, where tests serve feeds; a server in service asks no address of its own network. */
const FeedUrl = z
  .string()
  .check(
    z.refine(
      (url) => URL.canParse(url) && /^(https:\/\/|http:\/\/127\.0\.0\.1:)/.test(url) && new URL(url).username === '',
      'must be an https address without a user name',
    ),
  )

export const WarningFeed = z.strictObject({
  id: Slug,
  /** Who warns, as people read it. */
  title: Words,
  url: FeedUrl,
  /** The source's page for people, for warnings that carry no link of their own. */
  link: z.optional(z.string().check(z.regex(/^https:\/\//))),
  everyMinutes: z._default(z.int().check(z.minimum(2), z.maximum(1440)), 10),
  /** How far beyond a network's bounds a warning still concerns it. */
  withinKm: z._default(z.number().check(z.minimum(0), z.maximum(200)), 0),
  /** Areas by the source's own names or codes: for warnings without a shape. */
  areas: z._default(z.array(Words), []),
  /** Of a message in several languages this one is shown, else its first. */
  language: z._default(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/)), 'en'),
})
export type WarningFeed = z.infer<typeof WarningFeed>

const WithFeeds = z.object({ warningFeeds: z._default(z.array(WarningFeed).check(z.maxLength(20)), []) })

/** The feeds of a `site.json`, and what is wrong with them in sentences for whoever wrote it; with anything wrong there are none. */
export function readWarningFeeds(siteJson: string): { feeds: WarningFeed[]; issues: string[] } {
  const read = WithFeeds.safeParse(JSON.parse(siteJson))
  if (!read.success) return { feeds: [], issues: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const feeds = read.data.warningFeeds
  const twice = feeds.filter(({ id }, i) => feeds.findIndex((other) => other.id === id) < i)
  return twice.length > 0 ? { feeds: [], issues: twice.map(({ id }) => `warningFeeds: two have the id ${id}`) } : { feeds, issues: [] }
}
