/** Sync is faster than the public API with its caches. */
import { useEffect } from 'react'
import { usePageData } from '#data/page-data.ts'
import { receiveStatus } from '#data/status/received-status.ts'
import { useMirrored } from '#data/use-records.ts'
import { syncedStatus } from './synced-status.ts'

export function useStatusFromSync(): void {
  const { site } = usePageData()
  // An unsent update on this device isn't public, so home must not show it. The mirror has only the server's records.
  const mirrored = useMirrored('trail-update')
  useEffect(() => {
    if (!mirrored) return
    const posted = mirrored.documents.map(({ data }) => data)
    const status = syncedStatus(posted, site.networks, mirrored.epoch)
    if (status) void receiveStatus(status)
  }, [mirrored, site])
}
