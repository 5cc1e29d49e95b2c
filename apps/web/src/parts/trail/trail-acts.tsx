import type { Trail } from '@trailwarden/site'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#data/session.ts'
import type { LonLat } from '#map/map-data.ts'
import { FollowButton } from '#parts/alerts/follow-button.tsx'
import { useDirections } from '#parts/place/directions.tsx'
import { iconReport } from '#parts/place/place-icons.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDownload } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Acts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: 8,
  padding: '12px 12px 14px',
  '& > a, & > button': {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: 4,
    minHeight: 64,
    padding: '6px 2px',
    border: 0,
    borderRadius: 12,
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
    font: font('600 13px/16px'),
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
  },
  '& [data-place]': {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    font: font('500 15px/20px'),
    '& p': { flex: 1 },
    '& button': {
      display: 'flex',
      alignItems: 'center',
      gap: 8,
      minHeight: 48,
      padding: '0 14px',
      border: `1.5px solid ${colour('outline')}`,
      borderRadius: 8,
      background: colour('surface'),
      color: colour('link'),
      font: font('600 15px/18px'),
      cursor: 'pointer',
    },
  },
  '@media (max-width: 359px)': {
    gap: 6,
    padding: '8px 8px 10px',
    '& > a, & > button': { minHeight: 56, font: font('600 12px/16px') },
  },
})

export const OfflineLink = () => (
  <Link to="/offline">
    <Icon path={iconDownload} />
    Offline
  </Link>
)

/** `offline` replaces the link to offline maps. */
export function TrailActs({ trail, offline = <OfflineLink /> }: { trail: Trail; offline?: ReactNode }) {
  const isSignedIn = useSession() !== null
  const start: LonLat = trail.lines[0]?.[0] ?? [0, 0]
  const directions = useDirections(start, 'The trailhead', 24)
  const where = new URLSearchParams({ ...(trail.area && { area: trail.area }), trail: trail.name })
  return (
    <Acts>
      <FollowButton kind="trail" id={trail.id} name={trail.name} />
      {trail.lines.length > 0 && directions.button}
      <Link to={`${isSignedIn ? '/actions/add' : '/report'}?${where}`}>
        <Icon path={iconReport} />
        Report
      </Link>
      {offline}
      {directions.place}
    </Acts>
  )
}
