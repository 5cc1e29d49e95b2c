/** Signed-in people receive a post by sync, within seconds and ahead of every cache between them and the public read. */
import { compareUpdates, publicStatusOf, type TrailUpdateDocument } from '@trailwarden/domain'
import { useEffect } from 'react'
import { receiveStatus, usePageData } from '#data/page-data.ts'
import { useRecords } from '#data/use-records.ts'

export function useStatusFromSync(): void {
  const { site } = usePageData()
  const views = useRecords('status', { kind: 'trail-update' })
  useEffect(() => {
    // Only what the server has: a post that still waits on this device is not public, and home must not say so.
    // Safe: documents of this kind come from our server.
    const posted = (views ?? []).filter(({ version }) => version !== null).map(({ data }) => data as TrailUpdateDocument)
    const latest = posted.reduce<TrailUpdateDocument | null>((a, b) => (a && compareUpdates(a, b) > 0 ? a : b), null)
    if (!latest) return
    const postedAt = new Date(latest.createdAt)
    // As of its own time: the device's clock, which gives the time of the fetch, is not trusted.
    receiveStatus(publicStatusOf({ ...latest, createdAt: postedAt }, site.networks, postedAt))
  }, [views, site])
}
