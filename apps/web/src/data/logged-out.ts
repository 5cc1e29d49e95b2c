/**
 * Who has logged out on this device and is not yet forgotten here. Written before anything else of a logout, and at once: a session that the
 * server has ended looks the same afterwards, but then what was sent is still needed, because the server may have been restored.
 */
const NAME = 'logged-out'

// Storage may be forbidden or full: then more is stored on the device than need be, and nothing is lost.
function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]')
    return Array.isArray(stored) ? stored.map(String) : []
  } catch {
    return []
  }
}

function write(personIds: readonly string[]): void {
  try {
    if (personIds.length > 0) localStorage.setItem(NAME, JSON.stringify(personIds))
    else localStorage.removeItem(NAME)
  } catch {
    // As above.
  }
}

export const hasLoggedOut = (personId: string) => read().includes(personId)

export const noteLogout = (personId: string) => write([...new Set([...read(), personId])])

/** They are forgotten here, or back. */
export function dropLogout(personId: string): void {
  const others = read().filter((other) => other !== personId)
  if (others.length < read().length) write(others)
}
