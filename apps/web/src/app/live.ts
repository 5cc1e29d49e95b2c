/** What follows from fetched records on every screen, whichever is open. */
import { isManager } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { useDevice } from '#data/device-session.ts'
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

/** Managers see their points on the map before anyone else does. */
function usePointsOnMap(): void {
  const device = useDevice()
  const manages = isManager(useSession() ?? { role: 0 })
  useEffect(() => {
    if (!device || !manages) return
    const following = import('#features/points/own-points.ts').then(({ followPoints }) => followPoints(device))
    following.catch((error: unknown) => console.warn('no points of this device on the map', error))
    return () => void following.then((stop) => stop()).catch(() => {})
  }, [device, manages])
}

export function useLiveRecords(): void {
  usePointsOnMap()
  useStatusFromSync()
  useProfileFromSync()
}
