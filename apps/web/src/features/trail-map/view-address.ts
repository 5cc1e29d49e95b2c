import { formatViewHash, type HashView } from '#lib/view-hash.ts'

/**
 * Writes the view into the address. Not by the router: a screen that renders again at every move would stutter. Only while the address is
 * the map's: for whoever goes back it is the other screen's before that screen has come.
 */
export function writeView(view: HashView): void {
  const hash = formatViewHash(view)
  if (/^\/map\/?$/.test(location.pathname) && location.hash !== hash) history.replaceState(history.state, '', hash)
}
