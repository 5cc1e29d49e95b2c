/** What follows from fetched records on every screen, whichever is open. */
import { isManager } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { useDevice } from '#data/device-session.ts'
import { refreshStatus } from '#data/page-data.ts'
import { refreshSession, useSession } from '#data/session.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
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

/** Whoever manages notices sees at once what became of them: the public answer is asked for as soon as one has arrived or changed. */
function useNoticesFromSync(): void {
  const views = useRecords('public notices', { kind: 'notice' })
  const versions = views?.map(({ id, version }) => `${id} ${version}`).join()
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (versions === undefined || versions === known.current) return
    // The page has just come with those of the start.
    if (known.current !== undefined) void refreshStatus()
    known.current = versions
  }, [versions])
}

export function useLiveRecords(): void {
  useNoticesFromSync()
  usePointsOnMap()
  useStatusFromSync()
  useProfileFromSync()
}
