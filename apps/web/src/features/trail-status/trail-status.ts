import { useEffect } from 'react'
import { useSession } from '#data/session.ts'

/** Keeps the status of an open page current while someone looks at it. How is fetched later: the page has just come with the latest. */
export function useStatusPolling(): void {
  const isVisitor = useSession() === null
  useEffect(() => {
    // Without the file the status stays as it came, with its age; the next visit asks for it again.
    const polling = import('./status-polling.ts').then(({ pollStatus }) => pollStatus(isVisitor)).catch(() => undefined)
    return () => void polling.then((stop) => stop?.())
  }, [isVisitor])
}
