/** Only the server reads the feeds, because addresses may contain a key and devices don't need them. */
import * as z from 'zod/mini'

const Slug = z.string().check(z.regex(/^[a-z0-9-]+$/))
const Words = z.string().check(z.minLength(1), z.maxLength(60))
/** Plain http is only allowed for this machine, for tests. In production, the server doesn't request addresses in private networks. */
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
  title: Words,
  url: FeedUrl,
  /** The agency's public page, for warnings without their own link. */
  link: z.optional(z.string().check(z.regex(/^https:\/\//))),
  everyMinutes: z._default(z.int().check(z.minimum(2), z.maximum(1440)), 10),
  /** The maximum distance of relevant warnings from a network's bounds. */
  withinKm: z._default(z.number().check(z.minimum(0), z.maximum(200)), 0),
  /** Areas by the agency's own names or codes, for warnings without coordinates. */
  areas: z._default(z.array(Words), []),
  /** If a message isn't available in this language, its first language is shown. */
  language: z._default(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/)), 'en'),
})
export type WarningFeed = z.infer<typeof WarningFeed>

const WithFeeds = z.object({ warningFeeds: z._default(z.array(WarningFeed).check(z.maxLength(20)), []) })

export function readWarningFeeds(siteJson: string): { feeds: WarningFeed[]; issues: string[] } {
  const read = WithFeeds.safeParse(JSON.parse(siteJson))
  if (!read.success) return { feeds: [], issues: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const feeds = read.data.warningFeeds
  const twice = feeds.filter(({ id }, i) => feeds.findIndex((other) => other.id === id) < i)
  return twice.length > 0 ? { feeds: [], issues: twice.map(({ id }) => `warningFeeds: two have the id ${id}`) } : { feeds, issues: [] }
}
