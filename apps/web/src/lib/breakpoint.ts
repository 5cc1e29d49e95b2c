/**
 * The minimum width for a permanent menu and tables. Narrower screens have bottom bars and cards. The emergency page's style sheets repeat
 * the value, because a CSS media query can't read a constant.
 */
export const DESKTOP_PX = 900

/** Returns false if there is no window, as in prerendered pages. */
export const isDesktop = () => typeof matchMedia === 'function' && matchMedia(`(min-width: ${DESKTOP_PX}px)`).matches
