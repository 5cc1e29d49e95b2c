export function setWindowWidth(px: number): void {
  Object.assign(window, { innerWidth: px })
  dispatchEvent(new Event('resize'))
}
