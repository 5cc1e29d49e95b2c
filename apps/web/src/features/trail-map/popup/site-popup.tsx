import Button from '@mui/material/Button'
import { isManager } from '@trailwarden/domain'
import type { AccessRoute, AnyPlace, Site, Trail } from '@trailwarden/site'
import { Link } from 'react-router'
import { useSession } from '#data/session.ts'
import { formatDate } from '#lib/dates.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { StatusBand } from '#parts/status/status-band.tsx'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { trailPath } from '#parts/trail/trail-words.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconEdit } from '#ui/icons/screen-icons.ts'
import { nameOfRecord, ROUTE_TEXT } from '../layers/map-records.ts'
import { idOf, type SiteRecord } from '../layers/site-records.ts'
import { Panel } from '../panels/panel.tsx'
import { FactList, PopupActs, PopupBody } from './popup.tsx'
import { PostSheet } from './post-sheet.tsx'
import { SurveyPopup } from './survey-popup.tsx'

/** Type, grade and length are already below the name. */
const TrailFacts = ({ trail: { area, notes } }: { trail: Trail }) => (
  <FactList
    facts={[
      ['Area', area],
      ['Notes', notes],
    ]}
  />
)

/** Whether the trail is open comes first, with the reason if it isn't. */
const TrailStatus = ({ trail }: { trail: Trail }) => <StatusBand status={useShownTrails()(trail)} />

const RouteFacts = ({ route: { type, notes, lines } }: { route: AccessRoute }) => (
  <>
    {lines.length === 0 && <p>We know the name of this trail but haven’t surveyed its route.</p>}
    <FactList
      facts={[
        ['Kind', type && ROUTE_TEXT[type]],
        ['Notes', notes],
      ]}
    />
  </>
)

/** In the survey, 'start' means that a place doesn't belong to one trail. */
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

export function SitePopup({ one, site, isWide, onClose }: { one: SiteRecord; site: Site; isWide: boolean; onClose: () => void }) {
  const { title, detail, symbol, at } = nameOfRecord(one)
  const frame = { title, side: 'right', onClose } as const
  const mark = symbol !== 'line' && <MarkerSymbol name={symbol} size={48} />
  switch (one.source) {
    case 'emergency-markers':
      return (
        <PostSheet post={one.record} site={site} onClose={onClose}>
          <Correct one={one} />
        </PostSheet>
      )
    case 'waiting-posts':
      return (
        <Panel {...frame} mark={mark} detail={detail}>
          <PopupActs at={one.record.position} first="none" />
          <PopupBody>
            <p>
              {one.record.before
                ? 'Until then, riders and rescuers are sent to its old location.'
                : 'Riders and rescuers can’t see it yet.'}
            </p>
            <Button fullWidth variant="outlined" component={Link} to={`/geopoints/view/${one.record.pointId}`} sx={{ mt: 1.5 }}>
              View this point
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
