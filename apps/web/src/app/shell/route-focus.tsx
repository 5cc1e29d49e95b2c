import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useScreenName } from '#ui/screen-name.ts'
import { Hidden } from '#ui/theme/hidden.ts'

function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading || document.activeElement?.closest('main, dialog, [role=dialog]')) return
  heading.tabIndex = -1
  // The heading isn't a control, so it has no outline. With the focus on the heading, screen readers read it aloud and Tab continues after
  // it.
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}

/** A change of only the hash or the query string isn't a new page. */
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
    // Clearing the text first makes screen readers announce a second page with the same title.
    setAnnounced('')
    // The delay is needed because the shell sets the title after this effect runs.
    const timer = setTimeout(() => setAnnounced(document.title))
    return () => clearTimeout(timer)
  }, [pathname, name])
  return <Hidden aria-live="polite">{announced}</Hidden>
}
