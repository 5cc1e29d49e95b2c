import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { type AgeProps, AgeText } from '#parts/age-text.tsx'
import { shownStatus } from '#parts/shown-status.ts'
import { StatusShape } from '#parts/status-shape.tsx'
import { useIsWritten, useNow } from '#platform/clock.ts'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconClock } from '#ui/icons.ts'
import { part } from '#ui/part.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { Network, NetworkStatuses, Networks } from './network-statuses.tsx'
import { useStatusPolling } from './trail-status.ts'

const Age = part(() => import('#parts/age.tsx').then((m) => m.Age))

// The age is there at once; that it shows the exact time comes later.
const AgeLater = (props: AgeProps) => <Age {...props} fallback={<AgeText {...props} />} failed={<AgeText {...props} />} />

/** An answer older than this was not had from the server just now, and the card says when it was. */
const FRESH_MS = 5 * 60_000

const Layout = styled(Card)({ display: 'grid', gridTemplateRows: 'auto 1fr' })

// As tall as two lines of time: the exact one, which the server writes, takes both, and nothing may move when the age takes its place.
const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 56,
  padding: '4px 16px',
  fontSize: 14,
  lineHeight: '20px',
  color: colour('text2'),
  '& h2': { ...theme.typography.h2, flex: 1, fontSize: 18, whiteSpace: 'nowrap', color: colour('text') },
  '& button': { textAlign: 'right' },
  '@media (max-width: 379px)': { '& > svg': { display: 'none' }, '& h2': { whiteSpace: 'normal' } },
  [DESKTOP]: { padding: '4px 20px', '& h2': { fontSize: 20 } },
}))

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 52,
  padding: '2px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& a': { flex: 'none' },
})

type Props = {
  /** What stands below the networks. */
  more?: ReactNode
  /** Where each of them leads. */
  pathTo?: (networkId: string) => string
}

/** The status of every network, with its age: why most people open the app. */
export function TrailsInformation({ more, pathTo }: Props) {
  useStatusPolling()
  const { site, status } = usePageData()
  const now = useNow()
  const isWritten = useIsWritten()
  const networks = status?.postedAt ? status.networks : []
  const times = networks.flatMap(({ postedAt }) => postedAt ?? []).sort()
  // Posted together they have one time; else that of the oldest stands above, being the one to doubt.
  const isOne = times[0] === times.at(-1)
  return (
    <Layout aria-labelledby="trails-information">
      <Head>
        <h2 id="trails-information">Trails Information</h2>
        {times[0] && (
          <>
            <Icon path={iconClock} size={18} />
            <AgeLater at={times[0]} lead="Confirmed" />
          </>
        )}
      </Head>
      {times[0] ? (
        <NetworkStatuses
          pathTo={pathTo}
          networks={networks.map((network) => ({
            ...network,
            ...shownStatus(network, site.statusAgeLimitHours, site.timeZone, now, isWritten),
            postedAt: isOne ? null : network.postedAt,
          }))}
        />
      ) : (
        <Networks as="div">
          <Network as="div">
            <div>
              <StatusShape status={null} size={32} />
              <h3>Trail information unavailable</h3>
            </div>
          </Network>
        </Networks>
      )}
      <Foot>
        {more}
        {status && <AsOf at={status.asOf} now={now} isWritten={isWritten} timeZone={site.timeZone} />}
      </Foot>
    </Layout>
  )
}

/**
 * When the server last said so. A page that the server writes always says it, in the network's own time: a copy that a cache hands out while the
 * server is away, read with scripts off, cannot count; its reader can. The running app asks every few seconds, and says it when no answer
 * comes.
 */
function AsOf({ at, now, isWritten, timeZone }: { at: string; now: Date; isWritten: boolean; timeZone: string }) {
  if (isWritten) return <Muted>{`As of ${formatDateTime(new Date(at), timeZone)}`}</Muted>
  if (now.getTime() - Date.parse(at) <= FRESH_MS) return null
  return (
    <Muted role="note">
      <AgeLater at={at} lead="Last checked" />
    </Muted>
  )
}
