import { formatViewHash, type HashView } from '#lib/view-hash.ts'

/**
 * Writes the view to the URL. It bypasses the router, because rendering the screen on every move would make the map stutter. It checks the
 * path, because after Go Back the URL may already belong to another screen that hasn't rendered yet.
 */
export function writeView(view: HashView): void {
  const hash = formatViewHash(view)
  if (/^\/map\/?$/.test(location.pathname) && location.hash !== hash) history.replaceState(history.state, '', hash)
}
