/** The emergency page's style sheets repeat the value, because a CSS media query can't read a constant. */
export const DESKTOP_PX = 900

export const isDesktop = () => typeof matchMedia === 'function' && matchMedia(`(min-width: ${DESKTOP_PX}px)`).matches
