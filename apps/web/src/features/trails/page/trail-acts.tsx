import { styled } from '@mui/material/styles'
import { isManager } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import { directionsUrl, formatCoordinates, showPath } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { FollowButton } from '#parts/alerts/follow-button.tsx'
import { share } from '#parts/page/share.ts'
import type { ShownTrail } from '#parts/status/trail-conditions.ts'
import { trailPath } from '#parts/trail/trail-words.ts'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDownload, iconMap, iconReportFill, iconShare, iconSignpost } from '#ui/icons/icons.ts'
import { iconEdit } from '#ui/icons/screen-icons.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Acts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: 8,
  padding: '12px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& > *': {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: 4,
    minHeight: 64,
    padding: '8px 2px',
    border: 0,
    borderRadius: 12,
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
    font: font('600 14px/18px'),
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
  },
  '& > .report': {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 10,
    minHeight: 48,
    border: `1.5px solid ${colour('outline')}`,
    background: colour('surface'),
    color: colour('link'),
    font: font('600 16px/24px'),
  },
  '@media (max-width: 359px)': { gridTemplateColumns: '1fr 1fr' },
})

type Props = { trail: Trail; status: ShownTrail; start: LonLat | null }

export function TrailActs({ trail, status, start }: Props) {
  const person = useSession()
  const isSignedIn = person !== null
  const { timeZone } = usePageData().site
  const where = new URLSearchParams({ ...(trail.area && { area: trail.area }), trail: trail.name })
  const report = `${isSignedIn ? '/actions/add' : '/report'}?${where}`
  const shareTrail = () => {
    const age = status.postedAt && `, confirmed ${formatDateTime(new Date(status.postedAt), timeZone)}`
    void share(trail.name, `${trail.name}: ${status.word}${age ?? ''}`, location.origin + trailPath(trail))
  }
  const showCoordinates = (event: MouseEvent) => {
    if (!start || navigator.onLine) return
    event.preventDefault()
    toast('info', `No signal. The trailhead is at ${formatCoordinates(start[1], start[0])}`)
  }
  return (
    <Acts>
      <FollowButton kind="trail" id={trail.id} name={trail.name} />
      <button type="button" data-needs-script onClick={shareTrail}>
        <Icon path={iconShare} />
        Share
      </button>
      {start && (
        <a href={directionsUrl(start[1], start[0])} target="_blank" rel="noopener noreferrer" onClick={showCoordinates}>
          <Icon path={iconSignpost} />
          Directions
        </a>
      )}
      <Link to="/offline">
        <Icon path={iconDownload} />
        Offline
      </Link>
      <Link className="report" to={showPath({ layer: 'trails', id: trail.id }, '')}>
        <Icon path={iconMap} />
        See on map
      </Link>
      <Link className="report" to={report}>
        <Icon path={iconReportFill} />
        Report a problem here
      </Link>
      {person && isManager(person) && (
        <Link className="report" to={`/geopoints/line/${trail.id}`}>
          <Icon path={iconEdit} />
          Change the line
        </Link>
      )}
    </Acts>
  )
}
