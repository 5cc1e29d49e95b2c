/** Places where networks have pages of their own. Their front pages are about nobody. */
const PLATFORMS = /(^|\.)(facebook|instagram|youtube|tiktok|twitter|x|linkedin|strava|trailforks|threads|bsky)\.(com|net|app)$/

/** A link that leads to the front page of such a place instead of the network's page there: it was left as it came with a template. */
export function isFrontPageOfPlatform(link: string): boolean {
  const { hostname, pathname, search } = new URL(link)
  return PLATFORMS.test(hostname) && pathname === '/' && search === ''
}
