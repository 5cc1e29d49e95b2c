/**
 * Anyone can send a link with any `?next=`, so only paths of this site are accepted. The code resolves paths as browsers do, which treat
 * `/\evil.example` and `/<tab>/evil.example` as other sites.
 */
export function nextPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!/^\/(?![/\\])/.test(next)) return '/'
  try {
    const { origin: leadsTo, pathname, search: query, hash } = new URL(next, origin)
    // Removing dots can turn a path into the address of another site: `/..//evil.example`.
    return leadsTo === origin && !pathname.startsWith('//') ? pathname + query + hash : '/'
  } catch {
    // `URL.canParse` would avoid the exception, but Safari before version 17 doesn't support it.
    return '/'
  }
}

/** After login, the user returns to the wanted page. */
export const loginPath = (wanted: string) => (wanted === '/' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`)
