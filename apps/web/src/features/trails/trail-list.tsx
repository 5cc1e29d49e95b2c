import { distanceText } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { useAddressFilter } from '#parts/action/address-filter.ts'
import { FollowButton } from '#parts/alerts/follow-button.tsx'
import { useBreakpoint } from '#parts/record-table/breakpoint.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { useShownNetworks } from '#parts/status/network-conditions.ts'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { type ShownTrail, useShownTrails } from '#parts/status/trail-conditions.ts'
import { UpcomingLines } from '#parts/status/upcoming.tsx'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { SampleNote } from '#parts/trail/sample-note.tsx'
import { type SiteData, useSiteDataState } from '#parts/trail/site-data.ts'
import { gradeText, kindText, trailPath } from '#parts/trail/trail-words.ts'
import { useIsWritten } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { type NearMe, nearText, useNearMe } from './near-me.ts'
import { NoTrailData } from './page/no-trail-data.tsx'
import { TrailFilters } from './trail-filters.tsx'
import { filterOf, groupTrails, searchOf, sortByDistance, type TrailGroup } from './trail-groups.ts'
import { TrailsMap } from './trails-map.tsx'

/** On a desktop the map is next to the list and stays visible while the list scrolls. */
const Columns = styled('div')({
  [DESKTOP]: { display: 'grid', gridTemplateColumns: 'minmax(0, 640px) minmax(0, 1fr)' },
  '& > aside': { display: 'none', [DESKTOP]: { display: 'block', position: 'sticky', top: 64, height: 'calc(100dvh - 64px)' } },
})

const Page = styled('div')({ background: colour('surface'), [DESKTOP]: { borderRight: `1px solid ${colour('line')}` } })

const Top = styled('div')({
  paddingTop: 10,
  '& > p': { margin: '0 16px 10px' },
})

const Heading = styled('div')({
  position: 'sticky',
  // The offset keeps the heading below the top bar.
  top: 'calc(56px + env(safe-area-inset-top))',
  zIndex: 1,
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) auto auto',
  gap: 10,
  alignItems: 'center',
  minHeight: 56,
  padding: '8px 16px',
  background: colour('surfaceSunken'),
  '@media (max-height: 400px)': { position: 'static' },
  '& h2': { font: font('700 16px/20px') },
  '& h2 b': { display: 'block', font: font('600 13px/18px') },
  '& > span': { font: font('400 14px/20px'), color: colour('text2') },
  '& > button': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 40,
    padding: '0 12px 0 8px',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 20,
    background: colour('surface'),
    color: colour('link'),
    font: font('600 14px/20px'),
    cursor: 'pointer',
  },
  '@media (max-width: 359px)': { gridTemplateColumns: '28px minmax(0, 1fr) auto', '& > span': { display: 'none' } },
  [DESKTOP]: { top: 64 },
})

/** The message scrolls away below the sticky heading. */
const NetworkMessage = styled('p')({
  padding: '0 16px 10px 54px',
  background: colour('surfaceSunken'),
  font: font('400 14px/20px'),
  color: colour('text2'),
  overflowWrap: 'anywhere',
})

const LinksHeading = styled('h3')({
  padding: '14px 16px 6px',
  borderTop: `1px solid ${colour('line')}`,
  font: font('600 14px/20px'),
  color: colour('text2'),
})

const Row = styled('li')({
  borderTop: `1px solid ${colour('line')}`,
  '& a': {
    display: 'grid',
    gridTemplateColumns: '28px minmax(0, 1fr) fit-content(45%) 20px',
    gap: 12,
    alignItems: 'center',
    minHeight: 64,
    padding: '8px 8px 8px 16px',
    color: colour('text'),
    textDecoration: 'none',
    outlineOffset: -4,
    '&:hover': { background: colour('surfaceAlt') },
  },
  '& a > svg:last-of-type': { color: colour('text2') },
  '& .name': { display: 'block', font: font('600 16px/21px'), overflowWrap: 'anywhere' },
  '& .what': { display: 'block', font: font('400 14px/19px'), color: colour('text2') },
  '& .status': { display: 'grid', justifyItems: 'end', gap: 1, font: font('500 13px/17px'), color: colour('text2') },
  '& .status > span': { display: 'flex', alignItems: 'center', gap: 6, '& b': { font: font('700 14px/20px') }, '& svg': { flex: 'none' } },
  '@media (max-width: 359px)': {
    '& a': { gridTemplateColumns: '24px minmax(0, 1fr) fit-content(45%)', gap: 10, paddingRight: 12 },
    '& a > svg:last-of-type': { display: 'none' },
  },
})

const Empty = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 16,
  padding: '48px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& h2': { font: font('700 20px/28px') },
})

type Pointing = { onPoint: (trailId: string) => void }
/** Below the length is the kind of trail or, in a list of all networks, the network. Below the status is its age or the distance. */
type RowProps = Pointing & { trail: Trail; status: ShownTrail; kind: string | null; below: ReactNode }

function TrailRow({ trail, status, kind, below, onPoint }: RowProps) {
  const length = trail.distanceM === null ? null : distanceText(trail.distanceM)
  return (
    <Row>
      <Link to={trailPath(trail)} onPointerEnter={() => onPoint(trail.id)} onFocus={() => onPoint(trail.id)}>
        <GradeShape grade={trail.rating} size={26} />
        <span>
          <span className="name">{trail.name}</span>{' '}
          <span className="what">
            <Hidden>{gradeText(trail)}, </Hidden>
            {[length, kind].filter(Boolean).join(' · ')}
          </span>
          <UpcomingLines lines={status.upcoming.slice(0, 1).map(({ line }) => line)} />
        </span>{' '}
        <span className="status">
          <span>
            <StatusShape status={status.shape} size={20} />
            <StatusText status={status.shape}>{status.word}</StatusText>
          </span>{' '}
          {below}
        </span>
        <Icon path={iconChevronRight} size={20} />
      </Link>
    </Row>
  )
}

function Group({ group: { network, trails, links }, ...pointing }: Pointing & { group: TrailGroup }) {
  const shownTrail = useShownTrails(useIsWritten())
  const count = trails.length + links.length
  const rows = (of: readonly Trail[]) =>
    of.map((trail) => {
      const status = shownTrail(trail)
      const age = status.postedAt && <AgeText at={status.postedAt} />
      return <TrailRow key={trail.id} trail={trail} status={status} kind={kindText(trail)} below={age} {...pointing} />
    })
  const id = `network-${network.id}`
  return (
    <section aria-labelledby={id}>
      <Heading>
        <StatusShape status={network.shape} size={26} />
        <h2 id={id}>
          {network.name} <StatusText status={network.shape}>{network.word}</StatusText>
        </h2>
        <span>{count === 1 ? '1 trail' : `${count} trails`}</span>
        <FollowButton kind="network" id={network.id} name={network.name} />
      </Heading>
      {network.shape !== 'Open' && network.message && <NetworkMessage>{network.message}</NetworkMessage>}
      <ul>{rows(trails)}</ul>
      {links.length > 0 && (
        <>
          <LinksHeading>Link trails</LinksHeading>
          <ul>{rows(links)}</ul>
        </>
      )}
    </section>
  )
}

type NearestProps = Pointing & { groups: readonly TrailGroup[]; index: SiteData['index']; from: NonNullable<NearMe['from']> }

function Nearest({ groups, index, from: { at, precision }, ...pointing }: NearestProps) {
  const shownTrail = useShownTrails()
  const { trails, links } = useMemo(() => sortByDistance(groups, (trail) => index.distanceTo(trail, at)), [groups, index, at])
  const rows = (of: typeof trails) =>
    of.map(({ trail, networkName, metres }) => {
      const below = <span>{nearText(precision, metres)}</span>
      return <TrailRow key={trail.id} trail={trail} status={shownTrail(trail)} kind={networkName} below={below} {...pointing} />
    })
  return (
    <section aria-label="Trails, nearest first">
      <ul>{rows(trails)}</ul>
      {links.length > 0 && (
        <>
          <LinksHeading as="h2">Link trails</LinksHeading>
          <ul>{rows(links)}</ul>
        </>
      )}
    </section>
  )
}

export function TrailList() {
  const { data, isMissing, tryAgain } = useSiteDataState()
  if (isMissing) return <NoTrailData onTryAgain={tryAgain} />
  return data && <Trails data={data} />
}

// Phones don't have room for the map, so they don't download it.
const WIDTHS = [DESKTOP_PX]

function Trails({ data }: { data: SiteData }) {
  const { site } = usePageData()
  const networks = useShownNetworks()
  const { filter, change } = useAddressFilter(filterOf, searchOf)
  const nearMe = useNearMe(filter.sort)
  const [pointedId, setPointedId] = useState<string | null>(null)
  const isWide = useBreakpoint(WIDTHS) > 0
  const shownTrail = useShownTrails()
  const groups = groupTrails(data, site, networks, (trail) => shownTrail(trail).shape === 'Open', filter)
  const all = data.bundle.trails.length
  const shown = groups.reduce((sum, { trails, links }) => sum + trails.length + links.length, 0)
  return (
    <Columns>
      <Page>
        <Top>
          <SampleNote />
          <TrailFilters
            filter={filter}
            networks={networks}
            count={shown === all ? `${all} trails` : `${shown} of ${all} trails`}
            nearMe={nearMe}
            onChange={change}
          />
        </Top>
        {nearMe.from && groups.length > 0 ? (
          <Nearest groups={groups} index={data.index} from={nearMe.from} onPoint={setPointedId} />
        ) : (
          groups.map((group) => <Group key={group.network.id} group={group} onPoint={setPointedId} />)
        )}
        {groups.length === 0 && (
          <Empty>
            <h2>No trails match</h2>
            <Button variant="outlined" onClick={() => change(({ sort }) => ({ ...filterOf(new URLSearchParams()), sort }))}>
              Clear filters
            </Button>
          </Empty>
        )}
      </Page>
      <aside aria-label="Map" data-needs-script>
        {isWide && (
          <TrailsMap
            bundle={data.bundle}
            around={data.bundle.trails}
            selectedId={pointedId}
            moves
            name="Map of the trails. The list has the same information."
          />
        )}
      </aside>
    </Columns>
  )
}
