/** The router reads `/%61pi/me` as `/api/me`. All code that depends on the path must use this function. */
export function requestPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
