import { formatViewHash, type HashView } from '#lib/view-hash.ts'

/**
 * Rendering the screen on every move would make the map stutter, so the router isn't used. After Go Back the URL may already belong to
 * another screen that hasn't rendered yet, so the path is checked.
 */
export function writeView(view: HashView): void {
  const hash = formatViewHash(view)
  if (/^\/map\/?$/.test(location.pathname) && location.hash !== hash) history.replaceState(history.state, '', hash)
}
