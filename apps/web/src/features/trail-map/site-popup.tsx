import Button from '@mui/material/Button'
import type { AccessRoute, AnyPlace, Site, Trail } from '@trailwarden/site'
import { Link } from 'react-router'
import { formatDate } from '#lib/dates.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { GradeShape } from '#parts/grade-shape.tsx'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { networkOf, useShownNetworks } from '#parts/network-conditions.ts'
import { StatusBand } from '#parts/status-band.tsx'
import { trailPath } from '#parts/trail-words.ts'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { nameOfRecord, ROUTE_TEXT } from './map-records.ts'
import { SurveyPopup } from './marker-popup.tsx'
import { Panel } from './panel.tsx'
import { FactList, PopupActs, PopupBody } from './popup.tsx'
import type { SiteRecord } from './site-records.ts'

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
function TrailStatus({ trail, site }: { trail: Trail; site: Site }) {
  const id = networkOf(site, trail)
  const status = useShownNetworks().find((network) => network.id === id)
  return status ? <StatusBand status={status} /> : null
}

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
        </Panel>
      )
    case 'access-points':
    case 'landing-zones':
      return (
        <Panel {...frame} mark={mark} detail={detail}>
          <SurveyPopup record={one.record} site={site} isWide={isWide} />
        </Panel>
      )
    default:
      return (
        <Panel {...frame} mark={one.source === 'trails' ? <GradeShape grade={one.record.rating} /> : mark} detail={detail}>
          {one.source === 'trails' && <TrailStatus trail={one.record} site={site} />}
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
        </Panel>
      )
  }
}
