import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useScreenName } from '#ui/screen-name.ts'
import { Hidden } from '#ui/theme/hidden.ts'

/** Moves the focus to the page's heading, unless a layer is open or a field on the new screen already has the focus. */
function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading || document.activeElement?.closest('main, dialog, [role=dialog]')) return
  heading.tabIndex = -1
  // The heading isn't a control, so it has no outline. With the focus here, screen readers read it aloud and Tab continues after it.
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/** Moves the focus to the heading and announces the title after a route change. A change of only the hash or query string doesn't count. */
export function RouteFocus() {
  const { pathname } = useLocation()
  const name = useScreenName()
  const [announced, setAnnounced] = useState('')
  const shown = useRef(pathname)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    hasMoved.current = true
    focusHeading()
  }, [pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title depends on both
  useEffect(() => {
    if (!hasMoved.current) return
    // The text is cleared first, because otherwise a second page with the same title wouldn't be announced.
    setAnnounced('')
    // The delay is needed because the shell sets the title after this effect runs.
    const timer = setTimeout(() => setAnnounced(document.title))
    return () => clearTimeout(timer)
  }, [pathname, name])
  return <Hidden aria-live="polite">{announced}</Hidden>
}
