import { styled } from '@mui/material/styles'
import type { TrailStatus } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { useNow } from '#data/clock.ts'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDateTime } from '#lib/dates.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { StatusShape } from './status-shape.tsx'
import { shownStatus, useStatusPolling } from './trail-status.ts'

/** An answer older than this was not had from the server just now, and the card says when it was. */
const FRESH_MS = 5 * 60_000

// On a desk the time of the update stands beside the heading.
const Layout = styled(Card)({ [DESKTOP]: { display: 'grid', gridTemplateColumns: '1fr auto' } })

// Knows its columns beforehand: a page painted while it arrives would widen two networks and then move them for the third.
const Networks = styled('ul', { shouldForwardProp: (prop) => prop !== 'count' })<{ count: number }>(({ count }) => ({
  [DESKTOP]: { gridArea: '2 / 1 / auto / -1', display: 'grid', gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` },
}))

const Network = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '40px 1fr auto',
  gap: '2px 14px',
  padding: '12px 16px',
  alignItems: 'center',
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& > svg': { gridRow: '1 / span 2', alignSelf: 'start', marginTop: 2 },
  '& h3': theme.typography.h3,
  '& b': { fontSize: 15 },
  '& p': { gridColumn: '2 / -1' },
  [DESKTOP]: {
    gridTemplateColumns: '40px 1fr',
    padding: '12px 16px 18px',
    alignContent: 'start',
    '& + &': { borderTop: 0, borderLeft: `1px solid ${colour('line')}` },
    '& > svg': { gridRow: '1 / span 3' },
    '& b, & p': { gridColumn: 2 },
    '& b': { fontSize: 16 },
  },
}))

const WORD_COLOUR: Record<TrailStatus | 'unknown', string> = {
  Open: colour('statusOpenText'),
  'Partially Open': colour('statusPartialText'),
  Closed: colour('statusClosedText'),
  unknown: colour('statusUnknownText'),
}

const Word = styled('b', { shouldForwardProp: (name) => name !== 'status' })<{ status: TrailStatus | 'unknown' }>(({ status }) => ({
  color: WORD_COLOUR[status],
}))

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
        <Networks count={status.networks.length}>
          {status.networks.map((network) => {
            const shown = shownStatus(network, site.statusAgeLimitHours, site.timeZone, now)
            return (
              <Network key={network.id}>
                <StatusShape status={shown.shape} />
                <h3>{network.name}</h3>
                <Word status={shown.shape ?? 'unknown'}>{shown.word}</Word>
                {shown.message && <Muted>{shown.message}</Muted>}
              </Network>
            )
          })}
        </Networks>
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
          {status && now.getTime() - Date.parse(status.asOf) > FRESH_MS && (
            <div role="note">
              {`Last checked ${formatDateTime(new Date(status.asOf), site.timeZone)}, ${formatAge(new Date(status.asOf), now)}`}
            </div>
          )}
        </Muted>
        {more}
      </Foot>
    </Layout>
  )
}
