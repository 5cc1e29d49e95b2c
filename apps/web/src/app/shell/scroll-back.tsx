import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState, useLocation } from 'react-router'

/** After this long, what was below has gone, or never comes. */
const PATIENCE_MS = 5000

/** Scrolls there as soon as the page is long enough, unless the person goes somewhere else meanwhile. Returns the way to give up. */
function scrollWhenThere(y: number): () => void {
  const end = new AbortController()
  const stop = () => end.abort()
  const growth = new ResizeObserver(() => {
    scrollTo(0, y)
    if (scrollY >= Math.floor(y)) stop()
  })
  end.signal.addEventListener('abort', () => growth.disconnect())
  for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown']) addEventListener(name, stop, { signal: end.signal, passive: true })
  const timer = setTimeout(stop, PATIENCE_MS)
  end.signal.addEventListener('abort', () => clearTimeout(timer))
  growth.observe(document.body)
  return stop
}

/**
 * The router returns to where one had scrolled when the page before is drawn. Lists from the device's database come a moment later:
 * until then the page is too short.
 */
export function ScrollBack() {
  const y = useContext(RouterState)?.restoreScrollPosition
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have been left at the same place
  useEffect(() => (typeof y === 'number' && y > scrollY ? scrollWhenThere(y) : undefined), [y, key])
  return null
}
