import { isManager } from '@trailwarden/domain'
import type { AccessRoute, AnyPlace, Site } from '@trailwarden/site'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useSession } from '#data/session.ts'
import { formatDate } from '#lib/dates.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconEdit } from '#ui/icons/screen-icons.ts'
import { nameOfRecord, ROUTE_TEXT } from '../layers/map-records.ts'
import { idOf, type SiteRecord } from '../layers/site-records.ts'
import { Panel } from '../panels/panel.tsx'
import { FactList, PopupActs, PopupBody } from './popup.tsx'
import { PostSheet } from './post-sheet.tsx'
import { SurveyPopup } from './survey-popup.tsx'
import { TrailSheet } from './trail-sheet.tsx'

const RouteFacts = ({ route: { type, notes, lines } }: { route: AccessRoute }) => (
  <>
    {lines.length === 0 && <p>We know the name of this route but haven’t surveyed it.</p>}
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
      ['Location', formatCoordinates(position[1], position[0])],
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
        sx={{ width: '100%' }}
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

type Props = {
  one: SiteRecord
  site: Site
  isWide: boolean
  sheet: Omit<ComponentProps<typeof TrailSheet>, 'trail' | 'site' | 'onClose'>
  onClose: () => void
}

export function SitePopup({ one, site, isWide, sheet, onClose }: Props) {
  const { title, detail, symbol, at } = nameOfRecord(one)
  const frame = { title, side: 'left', onClose } as const
  const mark = symbol !== 'line' && <MarkerSymbol name={symbol} size={48} />
  switch (one.source) {
    case 'trails':
      return <TrailSheet key={one.record.id} trail={one.record} site={site} onClose={onClose} {...sheet} />
    case 'emergency-markers':
      return (
        <PostSheet post={one.record} site={site} onClose={onClose}>
          <Correct one={one} />
        </PostSheet>
      )
    case 'waiting-posts':
      return (
        <Panel {...frame} mark={mark} detail={detail}>
          <PopupActs at={one.record.position} />
          <PopupBody>
            <p>
              {one.record.before
                ? 'Until a second manager confirms it, riders and rescuers are sent to its old location.'
                : 'Riders and rescuers can’t see it yet.'}
            </p>
            <Button variant="outlined" component={Link} to={`/geopoints/view/${one.record.pointId}`} sx={{ width: '100%', marginTop: 12 }}>
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
        <Panel {...frame} mark={mark} detail={detail}>
          {at && <PopupActs at={at} />}
          <PopupBody>
            {one.source === 'access-routes' && <RouteFacts route={one.record} />}
            {(one.source === 'places' || one.source === 'hazards') && <PlaceFacts place={one.record} />}
          </PopupBody>
          {(one.source === 'places' || one.source === 'hazards') && <Correct one={one} />}
        </Panel>
      )
  }
}
