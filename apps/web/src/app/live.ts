/** What follows from fetched records on every screen, whichever is open. */
import { useEffect, useRef } from 'react'
import { refreshSession, useSession } from '#data/session.ts'
import { useRecord } from '#data/use-records.ts'
import { useStatusFromSync } from '#features/trail-status/status-sync.ts'

/** One's own name, phone and role: the server is asked again when it sends another profile than the one that is shown. */
function useProfileFromSync(): void {
  const person = useSession()
  const view = useRecord('person', person?.id ?? '')
  const received = view ? JSON.stringify(view.data) : null
  const shown = useRef(received)
  useEffect(() => {
    if (received === null || received === shown.current) return
    // The first one says what the session knows, as a rule; asking costs one request at the start.
    shown.current = received
    void refreshSession()
  }, [received])
}

export function useLiveRecords(): void {
  useStatusFromSync()
  useProfileFromSync()
}
