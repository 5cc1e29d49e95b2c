/** Networks have their own pages on these platforms. A link to a platform's front page isn't about any network. */
const PLATFORMS = /(^|\.)(facebook|instagram|youtube|tiktok|twitter|x|linkedin|strava|trailforks|threads|bsky)\.(com|net|app)$/

/** Links to a platform's front page are left over from templates. */
export function isFrontPageOfPlatform(link: string): boolean {
  const { hostname, pathname, search } = new URL(link)
  return PLATFORMS.test(hostname) && pathname === '/' && search === ''
}
