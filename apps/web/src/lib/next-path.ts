/**
 * The page to return to after a login, from `?next=`. Anyone can send a link with any `next`: only a path of our own is followed,
 * judged as the browser will read it, to which `/\evil.example` and `/<tab>/evil.example` are other sites.
 */
export function nextPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!/^\/(?![/\\])/.test(next)) return '/'
  try {
    const { origin: leadsTo, pathname, search: query, hash } = new URL(next, origin)
    // A path may also turn into another site's address only after its dots are resolved: `/..//evil.example`.
    return leadsTo === origin && !pathname.startsWith('//') ? pathname + query + hash : '/'
  } catch {
    // Not an address. `URL.canParse` would ask first, but is missing before Safari 17.
    return '/'
  }
}

/** The login page that leads back to a page of ours. */
export const loginPath = (wanted: string) => (wanted === '/' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`)
