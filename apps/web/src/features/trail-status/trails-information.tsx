import type { ReactNode } from 'react'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { type AgeProps, AgeText } from '#parts/status/age-text.tsx'
import { shownStatus } from '#parts/status/shown-status.ts'
import { StatusShape } from '#parts/status/status-shape.tsx'
import { upcomingLines } from '#parts/status/upcoming.tsx'
import { useIsWritten, useNow } from '#platform/clock.ts'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconClock } from '#ui/icons/icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem } from '#ui/theme/theme.ts'
import { Network, NetworkStatuses, Networks } from './network-statuses.tsx'

const Age = part(() => import('#parts/status/age.tsx').then((m) => m.Age))

// The popup with the exact time loads later, so the age appears first.
const AgeLater = (props: AgeProps) => <Age {...props} fallback={<AgeText {...props} />} failed={<AgeText {...props} />} />

/** After this time without a response from the server, the card shows the time of the last response. */
const FRESH_MS = 5 * 60_000

const Layout = styled(Card)({ display: 'grid', gridTemplateRows: 'auto 1fr', containerType: 'inline-size' })

// The server-rendered page shows the exact time, which needs two lines. The layout must not move when the age replaces the exact time.
const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 48,
  padding: '4px 12px 4px 16px',
  fontSize: rem(14),
  lineHeight: rem(20),
  color: colour('text2'),
  '& h2': { font: font('700 18px/24px'), flex: 1, whiteSpace: 'nowrap', color: colour('text') },
  '& button': { textAlign: 'right' },
  // In a container query, unlike a media query, `rem` follows the text size of the page.
  '@container (max-width: 22rem)': { flexWrap: 'wrap', '& > svg': { display: 'none' }, '& h2': { whiteSpace: 'normal' } },
  [DESKTOP]: { minHeight: 56, padding: '4px 20px' },
})

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
  more?: ReactNode
  pathTo?: (networkId: string) => string
}

export function TrailsInformation({ more, pathTo }: Props) {
  const { site, status } = usePageData()
  const now = useNow()
  const isWritten = useIsWritten()
  const networks = status?.postedAt ? status.networks : []
  const times = networks.flatMap(({ postedAt }) => postedAt ?? []).sort()
  // If the networks were confirmed at different times, the heading shows the oldest time, because that status is the least reliable. If a
  // network has no time, the heading shows none.
  const isWhole = times.length === networks.length
  const isOne = isWhole && times[0] === times.at(-1)
  return (
    <Layout aria-labelledby="trails-information">
      <Head>
        <h2 id="trails-information">Trails Information</h2>
        {isWhole && times[0] && (
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
            lines: upcomingLines(network, site.timeZone, now, isWritten),
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
 * A cached page without scripts can't calculate an age, so a page rendered by the server shows the exact time. The running app shows the
 * time only if the server doesn't respond.
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
