import { isManager } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { refreshSession, useSession } from '#data/session.ts'
import { refreshStatus } from '#data/status/received-status.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { useStatusFromSync } from '#features/trail-status/status-sync.ts'

function useProfileFromSync(): void {
  const person = useSession()
  const view = useRecord('person', person?.id ?? '')
  const latest = view ? JSON.stringify(view.data) : null
  const shown = useRef(latest)
  useEffect(() => {
    if (latest === null || latest === shown.current) return
    // The profile usually matches the session already, so most starts of the app make only one extra request.
    shown.current = latest
    void refreshSession()
  }, [latest])
}

function usePointsOnMap(): void {
  const device = useDevice()
  const manages = isManager(useSession() ?? { role: 0 })
  useEffect(() => {
    if (!device || !manages) return
    const following = import('#features/points/own-points.ts').then(({ followPoints }) => followPoints(device))
    following.catch((error: unknown) => console.warn('couldn’t show this device’s points on the map', error))
    return () => void following.then((stop) => stop()).catch(() => {})
  }, [device, manages])
}

/** Managers see the effect of their notice immediately, because the app requests the public status as soon as a notice changes. */
function useNoticesFromSync(): void {
  const views = useRecords('public notices', { kind: 'notice' })
  const versions = views?.map(({ id, version }) => `${id} ${version}`).join()
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (versions === undefined || versions === known.current) return
    // The first read needs no request, because the page already includes the notices.
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
