/** The path that the router decides by: `/%61pi/me` is `/api/me`. Anything that treats addresses differently must use this one. */
export function requestPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
