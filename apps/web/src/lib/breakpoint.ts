/**
 * From this width on there is room for a permanent menu and tables; below it are bottom bars and cards. The style sheets of the emergency
 * page repeat it: a media query in CSS cannot read a constant.
 */
export const DESKTOP_PX = 900

/** False where there is no window, as in pages rendered by the build. */
export const isDesktop = () => typeof matchMedia === 'function' && matchMedia(`(min-width: ${DESKTOP_PX}px)`).matches
