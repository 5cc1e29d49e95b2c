import { networkIdOf, type Site, type Trail } from '@trailwarden/site'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { SignalBars } from '#parts/emergency/signal-bars.tsx'
import { StatusBand } from '#parts/status/status-band.tsx'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { useShownTrails } from '#parts/status/trail-conditions.ts'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { OfflineLink, TrailActs } from '#parts/trail/trail-acts.tsx'
import { splitNotes } from '#parts/trail/trail-notes.ts'
import { TrailNumbers, trailFigures } from '#parts/trail/trail-numbers.tsx'
import { gradeText, trailPath } from '#parts/trail/trail-words.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconSignpost, iconUpcoming } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { HIDDEN } from '#ui/theme/hidden.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { Panel } from '../panels/panel.tsx'
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
  // Without a place in a low sheet, the link appears for keyboards, which can't pull the sheet up.
  [LOW]: { '&:not(:focus-visible)': { ...HIDDEN, minHeight: 0 } },
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
  const data = useSiteData()
  const status = useShownTrails()(trail)
  const networkId = networkIdOf(site, trail)
  const network = site.networks.find(({ id }) => id === networkId)
  const [colourText = '', difficulty] = gradeText(trail).split(', ')
  const { length, isClimb, height, ride } = trailFigures(trail, site.speeds.rideKmh)
  const { description } = splitNotes(trail.notes)
  const [closure] = status.upcoming
  const posts = data?.index.markersAlong(trail) ?? []
  const signal = signalTexts(posts, site)
  const isPeek = stage === 'peek'
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
          <TrailNumbers trail={trail} rideKmh={site.speeds.rideKmh} />
          <TrailActs trail={trail} offline={<OfflineAct networkId={networkId} fallback={<OfflineLink />} failed={<OfflineLink />} />} />
          <Wide>
            {description.length > 0 && (
              <About>
                {description.map((text) => (
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
