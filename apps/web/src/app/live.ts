/** Applies the effects of synced records on all screens. */
import { isManager } from '@trailwarden/domain'
import { useEffect, useRef } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { refreshSession, useSession } from '#data/session.ts'
import { refreshStatus } from '#data/status/received-status.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { useStatusFromSync } from '#features/trail-status/status-sync.ts'

/** Refreshes the session when sync delivers a changed name, phone number or role. */
function useProfileFromSync(): void {
  const person = useSession()
  const view = useRecord('person', person?.id ?? '')
  const latest = view ? JSON.stringify(view.data) : null
  const shown = useRef(latest)
  useEffect(() => {
    if (latest === null || latest === shown.current) return
    // The first profile usually matches the session, so this refresh rarely finds a change. It costs one request when the app starts.
    shown.current = latest
    void refreshSession()
  }, [latest])
}

/** Shows managers their own points on the map before these are public. */
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

/** Shows managers the effect of a notice immediately, by requesting the public status as soon as a notice arrives or changes. */
function useNoticesFromSync(): void {
  const views = useRecords('public notices', { kind: 'notice' })
  const versions = views?.map(({ id, version }) => `${id} ${version}`).join()
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (versions === undefined || versions === known.current) return
    // No request is needed for the first read, because the page already includes these notices.
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
