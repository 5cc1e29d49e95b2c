/** Makes the window as wide as a phone's (390) or a desktop's (1440). */
export function setWindowWidth(px: number): void {
  Object.assign(window, { innerWidth: px })
  dispatchEvent(new Event('resize'))
}
