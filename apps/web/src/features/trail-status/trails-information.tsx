import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDateTime } from '#lib/dates.ts'
import { shownStatus } from '#parts/shown-status.ts'
import { StatusShape } from '#parts/status-shape.tsx'
import { useNow } from '#platform/clock.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { Network, NetworkStatuses, Networks } from './network-statuses.tsx'
import { useStatusPolling } from './trail-status.ts'

/** An answer older than this was not had from the server just now, and the card says when it was. */
const FRESH_MS = 5 * 60_000

// On a desktop the time of the update stands beside the heading.
const Layout = styled(Card)({ [DESKTOP]: { display: 'grid', gridTemplateColumns: '1fr auto' } })

const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 56,
  padding: '4px 8px 4px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& a': { flex: 'none' },
  '& span': { whiteSpace: 'nowrap' },
  [DESKTOP]: { minHeight: 0, padding: '6px 8px 0 16px', borderTop: 0, textAlign: 'right', '& a': { minHeight: 40 } },
})

/** The status of every network, with its age: why most people open the app. `more` stands beside the time of the update. */
export function TrailsInformation({ more }: { more?: ReactNode }) {
  useStatusPolling()
  const { site, status } = usePageData()
  const now = useNow()
  return (
    <Layout aria-labelledby="trails-information">
      <CardHeading id="trails-information">Trails Information</CardHeading>
      {status?.postedAt ? (
        <NetworkStatuses
          networks={status.networks.map((network) => ({
            ...network,
            ...shownStatus(network, site.statusAgeLimitHours, site.timeZone, now),
          }))}
        />
      ) : (
        <Networks as="div" count={1}>
          <Network as="div">
            <StatusShape status={null} />
            <h3>Trail information unavailable</h3>
          </Network>
        </Networks>
      )}
      <Foot>
        <Muted as="div">
          {status?.postedAt && (
            <>
              Updated {formatDateTime(new Date(status.postedAt), site.timeZone)}, <span>{formatAge(new Date(status.postedAt), now)}</span>
            </>
          )}
          {status && <AsOf time={new Date(status.asOf)} now={now} timeZone={site.timeZone} />}
        </Muted>
        {more}
      </Foot>
    </Layout>
  )
}

/**
 * When the server last said so: always shown, in the network's own time and never only as an age. A copy that a cache hands out while
 * the server is away, read with scripts off, cannot count; its reader can.
 */
function AsOf({ time, now, timeZone }: { time: Date; now: Date; timeZone: string }) {
  const at = formatDateTime(time, timeZone)
  const isFresh = now.getTime() - time.getTime() <= FRESH_MS
  return isFresh ? <div>{`As of ${at}`}</div> : <div role="note">{`Last checked ${at}, ${formatAge(time, now)}`}</div>
}
