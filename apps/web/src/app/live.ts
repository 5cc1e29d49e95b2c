/** What follows from fetched records on every screen, whichever is open. */
import { useEffect, useRef } from 'react'
import { refreshSession, useSession } from '#data/session.ts'
import { useRecord } from '#data/use-records.ts'
import { useStatusFromSync } from '#features/trail-status/status-sync.ts'

/** One's own name, phone and role: the server is asked again when it sends another profile than the one that is shown. */
function useProfileFromSync(): void {
  const person = useSession()
  const view = useRecord('person', person?.id ?? '')
  const latest = view ? JSON.stringify(view.data) : null
  const shown = useRef(latest)
  useEffect(() => {
    if (latest === null || latest === shown.current) return
    // The first one says what the session knows, as a rule; asking costs one request at the start.
    shown.current = latest
    void refreshSession()
  }, [latest])
}

export function useLiveRecords(): void {
  useStatusFromSync()
  useProfileFromSync()
}
