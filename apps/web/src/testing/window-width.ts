/** Sets the window's width to that of a phone (390) or a desktop (1440). */
export function setWindowWidth(px: number): void {
  Object.assign(window, { innerWidth: px })
  dispatchEvent(new Event('resize'))
}
