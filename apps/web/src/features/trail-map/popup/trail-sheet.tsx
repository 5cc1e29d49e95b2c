import { styled } from '@mui/material/styles'
import { distanceText, profileOf, rideTime, rideTimeText, slopesOf } from '@trailwarden/domain'
import { networkIdOf, type Site, type Trail } from '@trailwarden/site'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#data/session.ts'
import type { LonLat } from '#map/map-data.ts'
import { FollowButton } from '#parts/alerts/follow-button.tsx'
import { SignalBars } from '#parts/emergency/signal-bars.tsx'
import { StatusBand } from '#parts/status/status-band.tsx'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { gradeText, heightText, trailPath } from '#parts/trail/trail-words.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconDownload, iconSignpost, iconUpcoming } from '#ui/icons/icons.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { iconReport } from '../map-icons.ts'
import { Panel } from '../panels/panel.tsx'
import { useDirections } from './directions.tsx'
import { FactRow } from './popup.tsx'
import type { SheetStage } from './popup-place.ts'
import { postsText, signalTexts } from './signal-along.ts'

/** Windows below this height have no room for the second line of a closure, or for the last row. */
const LOW = '@media (max-width: 899px) and (max-height: 699px)'

const Soon = styled(Link)({
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'center',
  minHeight: 52,
  padding: '8px 12px 8px 16px',
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  textDecoration: 'none',
  outlineOffset: -4,
  '& > svg:first-of-type': { justifySelf: 'center', color: colour('warningText') },
  '& b': { display: 'block', font: font('700 16px/21px') },
  '& small': { display: 'block', font: font('400 14px/19px'), overflowWrap: 'anywhere' },
  '&[data-peek=true]': { minHeight: 44, padding: '6px 16px', '& small, & > svg:last-of-type': { display: 'none' } },
  [LOW]: { minHeight: 44, padding: '6px 12px 6px 16px', '& small': { display: 'none' } },
})

const Peek = styled('p')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 14px',
  padding: '0 16px 10px',
  font: font('500 15px/21px'),
  color: colour('text2'),
  '& > span:first-of-type': { display: 'flex', alignItems: 'center', gap: 8 },
  '& b': { fontWeight: 700 },
  '@media (max-width: 359px)': { gap: '2px 9px', padding: '0 14px 8px', font: font('500 14px/21px') },
})

const Numbers = styled('dl')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  margin: 0,
  borderTop: `1px solid ${colour('line')}`,
  borderBottom: `1px solid ${colour('line')}`,
  '& > div': { display: 'flex', flexDirection: 'column-reverse', padding: '10px 4px', textAlign: 'center' },
  '& > div + div': { borderLeft: `1px solid ${colour('line')}` },
  '& dd': { margin: 0, font: font('700 17px/24px'), fontFeatureSettings: "'tnum'", whiteSpace: 'nowrap' },
  '& dt': { font: font('500 13px/18px'), color: colour('text2') },
  '@media (max-width: 359px)': { '& > div': { padding: '6px 2px' }, '& dd': { font: font('700 15px/24px') } },
  [DESKTOP]: { '& dd': { font: font('700 18px/24px') } },
})

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

/** Only a desktop has room for this content. On a phone, it is on the trail's page. */
const Wide = styled('div')({ display: 'none', [DESKTOP]: { display: 'block' } })
const About = styled('div')({
  padding: '4px 16px 14px',
  font: font('400 16px/24px'),
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  '& p + p': { marginTop: 8 },
})

const More = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  minHeight: 48,
  borderTop: `1px solid ${colour('line')}`,
  color: colour('link'),
  font: font('600 15px/20px'),
  textDecoration: 'none',
  outlineOffset: -4,
  [LOW]: { display: 'none' },
})

/** On a narrow phone, only the colour of the grade fits. */
const Grade = styled('span')({ '@media (max-width: 359px)': { '& > span': { display: 'none' } } })

type Props = {
  trail: Trail
  site: Site
  stage: SheetStage
  onStage: (stage: SheetStage) => void
  onSettled: (heightPx: number) => void
  /** The label shows whether the network's offline map is on this phone. */
  OfflineAct: ComponentType<{ networkId: string | null; fallback: ReactNode; failed: ReactNode }>
  onClose: () => void
}

/** Everything else is on the trail's page. */
export function TrailSheet({ trail, site, stage, onStage, onSettled, OfflineAct, onClose }: Props) {
  const navigate = useNavigate()
  const isSignedIn = useSession() !== null
  const data = useSiteData()
  const status = useShownTrails()(trail)
  const networkId = networkIdOf(site, trail)
  const network = site.networks.find(({ id }) => id === networkId)
  const [colourText = '', difficulty] = gradeText(trail).split(', ')
  const slopes = slopesOf(profileOf(trail).map(({ heightM }) => heightM))
  const { distanceM: lengthM } = trail
  const isClimb = slopes !== null && slopes.climbM > slopes.descentM
  const height = heightText(isClimb ? slopes.climbM : slopes?.descentM)
  const ride = lengthM !== null && slopes ? rideTimeText(rideTime({ lengthM, climbM: slopes.climbM }, site.speeds.rideKmh)) : null
  const length = lengthM === null ? null : distanceText(lengthM)
  const numbers = [
    ['Length', length],
    [isClimb ? 'Climb' : 'Descent', height],
    ['Ride time', ride],
  ] as const
  const [closure] = status.upcoming
  const posts = data?.index.markersAlong(trail) ?? []
  const signal = signalTexts(posts, site)
  const start: LonLat = trail.lines[0]?.[0] ?? [0, 0]
  const directions = useDirections(start, 'The trailhead', 24)
  const where = new URLSearchParams({ ...(trail.area && { area: trail.area }), trail: trail.name })
  const isPeek = stage === 'peek'
  const offline = (
    <Link to="/offline">
      <Icon path={iconDownload} />
      Offline
    </Link>
  )
  const soon = closure && (
    <Soon to={trailPath(trail)} data-peek={isPeek} data-upcoming>
      <Icon path={iconUpcoming} size={26} />
      <span>
        <b>{closure.title}</b>
        {closure.details && <small>{closure.details}</small>}
      </span>
      <Icon path={iconChevronRight} />
    </Soon>
  )
  return (
    <Panel
      title={trail.name}
      name={`${trail.name}, trail`}
      detail={
        <Grade>
          {colourText}
          {difficulty && <span>, {difficulty}</span>}
          {network && ` · ${network.name}`}
        </Grade>
      }
      mark={<GradeShape grade={trail.rating} size={30} />}
      side="left"
      stages={{ stage, onStage, onUp: () => void navigate(trailPath(trail)), onSettled }}
      onClose={onClose}
    >
      {isPeek ? (
        <Peek>
          <span>
            <StatusShape status={status.shape} size={18} />
            <StatusText status={status.shape}>{status.word}</StatusText>
          </span>
          {length && <span>{length}</span>}
          {height && <span>{`${height} ${isClimb ? 'up' : 'down'}`}</span>}
          {ride && <span>{ride}</span>}
        </Peek>
      ) : (
        <StatusBand status={status} isBrief />
      )}
      {soon}
      {!isPeek && (
        <>
          {numbers.some(([, value]) => value) && (
            <Numbers>
              {numbers.map(
                ([name, value]) =>
                  value && (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
            </Numbers>
          )}
          <Acts>
            <FollowButton kind="trail" id={trail.id} name={trail.name} />
            {trail.lines.length > 0 && directions.button}
            <Link to={`${isSignedIn ? '/actions/add' : '/report'}?${where}`}>
              <Icon path={iconReport} />
              Report
            </Link>
            <OfflineAct networkId={networkId} fallback={offline} failed={offline} />
            {directions.place}
          </Acts>
          <Wide>
            {trail.notes && (
              <About>
                {trail.notes.split(/\n\s*\n/).map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </About>
            )}
            {posts.length > 0 && (
              <FactRow>
                <Icon path={iconSignpost} />
                <div>
                  <h3>Emergency posts</h3>
                  <p>{postsText(posts)}</p>
                </div>
              </FactRow>
            )}
            {signal.length > 0 && (
              <FactRow>
                <SignalBars band="good" />
                <div>
                  <h3>Signal</h3>
                  <p>
                    {signal.map((text, i) => (
                      <Fragment key={text}>
                        {i > 0 && <br />}
                        {text}
                      </Fragment>
                    ))}
                  </p>
                </div>
              </FactRow>
            )}
          </Wide>
          <More to={trailPath(trail)}>
            All about this trail
            <Icon path={iconChevronRight} />
          </More>
        </>
      )}
    </Panel>
  )
}
