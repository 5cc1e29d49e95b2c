import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState, useLocation } from 'react-router'

/** After five seconds, no more content is expected further down the page. */
const PATIENCE_MS = 5000

/** Scrolling by the person, or typing, cancels the jump. */
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
 * The router scrolls as soon as the page is rendered. Lists from the device's database load a moment later, and until then the page is too
 * short.
 */
export function ScrollBack() {
  const y = useContext(RouterState)?.restoreScrollPosition
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have been left at the same scroll position
  useEffect(() => (typeof y === 'number' && y > scrollY ? scrollWhenThere(y) : undefined), [y, key])
  return null
}
