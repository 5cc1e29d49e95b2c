/** Platforms where networks have their own pages. A link to a platform's front page isn't about any network. */
const PLATFORMS = /(^|\.)(facebook|instagram|youtube|tiktok|twitter|x|linkedin|strava|trailforks|threads|bsky)\.(com|net|app)$/

/**
 * Returns whether a link leads to a platform's front page instead of the network's page there. These links are left over from templates.
 */
export function isFrontPageOfPlatform(link: string): boolean {
  const { hostname, pathname, search } = new URL(link)
  return PLATFORMS.test(hostname) && pathname === '/' && search === ''
}
