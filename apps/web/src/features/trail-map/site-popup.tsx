import Button from '@mui/material/Button'
import { isManager } from '@trailwarden/domain'
import type { AccessRoute, AnyPlace, Site, Trail } from '@trailwarden/site'
import { Link } from 'react-router'
import { useSession } from '#data/session.ts'
import { formatDate } from '#lib/dates.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { GradeShape } from '#parts/grade-shape.tsx'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { StatusBand } from '#parts/status-band.tsx'
import { useShownTrails } from '#parts/trail-conditions.ts'
import { trailPath } from '#parts/trail-words.ts'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { iconEdit } from '#ui/screen-icons.ts'
import { nameOfRecord, ROUTE_TEXT } from './map-records.ts'
import { SurveyPopup } from './marker-popup.tsx'
import { Panel } from './panel.tsx'
import { FactList, PopupActs, PopupBody } from './popup.tsx'
import { idOf, type SiteRecord } from './site-records.ts'

/** Kind, grade and length stand below its name. */
const TrailFacts = ({ trail: { area, notes } }: { trail: Trail }) => (
  <FactList
    facts={[
      ['Area', area],
      ['Notes', notes],
    ]}
  />
)

/** First of all whether it may be ridden, and if not, why. */
const TrailStatus = ({ trail }: { trail: Trail }) => <StatusBand status={useShownTrails()(trail)} />

const RouteFacts = ({ route: { type, notes, lines } }: { route: AccessRoute }) => (
  <>
    {lines.length === 0 && <p>Known by name only. Nobody has surveyed where it runs.</p>}
    <FactList
      facts={[
        ['Kind', type && ROUTE_TEXT[type]],
        ['Notes', notes],
      ]}
    />
  </>
)

/** The survey writes 'start' for where a place belongs to no one trail. */
const PlaceFacts = ({ place: { activity, position, accuracyM, notes, createdAt, createdBy } }: { place: AnyPlace }) => (
  <FactList
    facts={[
      ...(activity === 'start' ? [] : ([['Where', activity]] as const)),
      ['Position', formatCoordinates(position[1], position[0])],
      ['Accuracy', accuracyM === null ? null : `${Math.round(accuracyM)} m`],
      ['Recorded', createdAt && formatDate(new Date(createdAt), 'UTC')],
      ['By', createdBy],
      ['Notes', notes],
    ]}
  />
)

/** Managers correct what they find wrong where they find it. */
function Correct({ one }: { one: SiteRecord }) {
  const person = useSession()
  if (!person || !isManager(person)) return null
  return (
    <PopupBody>
      <Button
        fullWidth
        variant="outlined"
        component={Link}
        to={`/geopoints/add?${new URLSearchParams({ replaces: `${one.source}:${idOf(one)}` })}`}
      >
        <Icon path={iconEdit} />
        Correct this point
      </Button>
    </PopupBody>
  )
}

/** What was tapped, if it is of the network's own data. */
export function SitePopup({ one, site, isWide, onClose }: { one: SiteRecord; site: Site; isWide: boolean; onClose: () => void }) {
  const { title, detail, symbol, at } = nameOfRecord(one)
  const frame = { title, side: 'right', onClose } as const
  const mark = symbol !== 'line' && <MarkerSymbol name={symbol} size={48} />
  switch (one.source) {
    case 'emergency-markers':
      return (
        <Panel {...frame} isLarge mark={mark} detail={['Emergency post', one.record.area].filter(Boolean).join(' · ')}>
          <SurveyPopup record={one.record} site={site} isWide={isWide} />
          <Correct one={one} />
        </Panel>
      )
    case 'waiting-posts':
      return (
        <Panel {...frame} isLarge mark={mark} detail={detail}>
          <PopupActs at={one.record.position} first="none" />
          <PopupBody>
            <p>
              {one.record.before ? 'Riders and rescuers are sent to its old place until then.' : 'Riders and rescuers do not see it yet.'}
            </p>
            <Button fullWidth variant="outlined" component={Link} to={`/geopoints/view/${one.record.pointId}`} sx={{ mt: 1.5 }}>
              Look at this point
              <Icon path={iconChevronRight} />
            </Button>
          </PopupBody>
        </Panel>
      )
    case 'access-points':
    case 'landing-zones':
      return (
        <Panel {...frame} mark={mark} detail={detail}>
          <SurveyPopup record={one.record} site={site} isWide={isWide} />
          <Correct one={one} />
        </Panel>
      )
    default:
      return (
        <Panel {...frame} mark={one.source === 'trails' ? <GradeShape grade={one.record.rating} /> : mark} detail={detail}>
          {one.source === 'trails' && <TrailStatus trail={one.record} />}
          {at && <PopupActs at={at} first="none" />}
          <PopupBody>
            {one.source === 'trails' && (
              <Button fullWidth variant="outlined" component={Link} to={trailPath(one.record)}>
                Open trail page
                <Icon path={iconChevronRight} />
              </Button>
            )}
            {one.source === 'trails' && <TrailFacts trail={one.record} />}
            {one.source === 'access-routes' && <RouteFacts route={one.record} />}
            {(one.source === 'places' || one.source === 'hazards') && <PlaceFacts place={one.record} />}
          </PopupBody>
          {(one.source === 'places' || one.source === 'hazards') && <Correct one={one} />}
        </Panel>
      )
  }
}
