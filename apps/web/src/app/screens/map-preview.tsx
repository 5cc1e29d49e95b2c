import { HOME_PICTURE, type HomeBadge, type HomeTrail, type Site } from '@trailwarden/site'
import { Fragment, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { GRID } from '#parts/map/map-styles.ts'
import { useShownNetworks } from '#parts/status/network-conditions.ts'
import { StatusShape } from '#parts/status/status-shape.tsx'
import { useMapConditions } from '#parts/status/trail-conditions.ts'
import { useIsWritten } from '#platform/clock.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMap } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { type HomeLine, homeLines } from './home-lines.ts'

type HomePictures = NonNullable<Site['homePictures']>

const { width: WIDTH, height: HEIGHT } = HOME_PICTURE

// Home sets the height. On a phone, the whole picture is visible. On desktop, the card is as tall as the status card beside it.
const Frame = styled(Link)({
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  height: '100%',
  overflow: 'hidden',
  color: colour('link'),
  textDecoration: 'none',
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& > b': { display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 10, minHeight: 48, font: font('600 15px/20px') },
})

const Window = styled('div')({ position: 'relative', containerType: 'size', overflow: 'hidden', ...GRID })

// Overlays are relative to the picture, so that the browser clips the picture and the overlays in the same way.
const Picture = styled('div')({
  position: 'absolute',
  left: '50%',
  top: '50%',
  transform: 'translate(-50%, -50%)',
  width: `max(100cqw, ${(WIDTH / HEIGHT) * 100}cqh)`,
  aspectRatio: `${WIDTH} / ${HEIGHT}`,
  '& img, & > svg': { position: 'absolute', width: '100%', height: '100%' },
  '& [data-dark], [data-theme=dark] & [data-light]': { display: 'none' },
  '[data-theme=dark] & [data-dark]': { display: 'block' },
  '& > svg line': { stroke: colour('text'), strokeWidth: 4 },
  // Widths are in screen pixels, so that lines look like those on the main map on phones and desktops.
  '& > svg path': {
    fill: 'none',
    vectorEffect: 'non-scaling-stroke',
    strokeWidth: 'var(--line)',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    stroke: colour('trailLink'),
    '&[data-grade=green]': { stroke: colour('trailGreen') },
    '&[data-grade=blue]': { stroke: colour('trailBlue') },
    '&[data-grade=black]': { stroke: colour('trailBlack') },
    '&[data-grade=link]': { strokeWidth: 'calc(var(--line) * .75)', strokeDasharray: '5 5', strokeLinecap: 'butt' },
    '&[data-condition=unknown]': { stroke: colour('statusUnknown') },
    '&[data-condition=closed]': { stroke: colour('statusClosed'), strokeDasharray: '7 4.5', strokeLinecap: 'butt' },
    '&[data-ticks]': {
      stroke: colour('statusPartial'),
      strokeWidth: 'calc(var(--line) + 3px)',
      strokeDasharray: '2.6 3.6',
      strokeLinecap: 'butt',
    },
    '&[data-casing]': { stroke: colour('trailCasing'), strokeWidth: 'calc(var(--line) + 3.2px)' },
    '[data-theme=dark] &[data-casing=black]': { stroke: colour('trailBlackEdge') },
  },
  '& > svg circle': { fill: colour('text'), stroke: colour('surface'), strokeWidth: 4 },
  '--line': '2.6px',
  [DESKTOP]: { '--line': '3.4px' },
})

// A CSS rule sets the position, because the server's markup must not contain style attributes.
const Badge = styled('span')<{ at: HomeBadge['at'] }>(({ at: [left, top] }) => ({
  left: `${left}%`,
  top: `${top}%`,
  position: 'absolute',
  transform: 'translate(-50%, -50%)',
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  height: 34,
  padding: '0 12px 0 6px',
  border: `2px solid ${colour('statusUnknown')}`,
  borderRadius: 17,
  background: colour('surface'),
  color: colour('text'),
  boxShadow: SHADOW_FLOATING,
  font: font('700 13px/17px'),
  whiteSpace: 'nowrap',
  '& small': { display: 'block', font: font('500 11px/13px'), color: colour('statusUnknownText') },
  '& :has(small)': { lineHeight: rem(15) },
  '&[data-status=Open]': { borderColor: colour('statusOpen') },
  '&[data-status="Partially Open"]': { borderColor: colour('statusPartial') },
  '&[data-status=Closed]': { borderColor: colour('statusClosed') },
  '@media (max-width: 359px)': { height: 30, gap: 4, padding: '0 8px 0 4px', font: font('600 12px/16px') },
}))

// A border in the casing's colour separates the mark from its line.
const Mark = styled('span')({
  position: 'absolute',
  display: 'grid',
  width: 18,
  height: 18,
  transform: 'translate(-50%, -50%)',
  filter: ['1px 0', '-1px 0', '0 1px', '0 -1px'].map((by) => `drop-shadow(${by} 0 ${colour('trailCasing')})`).join(' '),
})

const SampleLine = styled('span')({
  position: 'absolute',
  inset: '0 0 auto',
  padding: '0 8px',
  font: font('700 11px/18px'),
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  background: colour('surface'),
  color: colour('warningText'),
})

const Credit = styled('small')({
  position: 'absolute',
  right: 0,
  bottom: 0,
  padding: '1px 6px',
  fontSize: rem(11),
  lineHeight: rem(16),
  background: colour('surface'),
  color: colour('text2'),
  // The badge stays on one line, because two lines of text would cover the lowest trails.
  '@media (max-width: 359px)': { padding: '0 4px', fontSize: rem(10), lineHeight: rem(14) },
})

const inPicture = ([x, y]: HomeBadge['at']) => ({ x: (x / 100) * WIDTH, y: (y / 100) * HEIGHT })

/** The badges show the status before the trail lines have loaded. */
function useHomeTrails(address: string | undefined): readonly HomeTrail[] {
  const [trails, setTrails] = useState<readonly HomeTrail[]>([])
  useEffect(() => {
    if (!address) return
    let isWanted = true
    void fetch(address)
      .then((reply) => (reply.ok ? reply.json() : []))
      .then((found: HomeTrail[]) => isWanted && setTrails(found))
      .catch(() => {})
    return () => {
      isWanted = false
    }
  }, [address])
  return trails
}

/**
 * Drawing all casings below all coloured lines makes crossings look continuous. Parts with a different status have their own casings on
 * top.
 */
function Strokes({ lines }: { lines: readonly HomeLine[] }) {
  return (
    <>
      {lines.map(({ key, d, grade, condition }) => (
        <path key={key} d={d} data-casing={condition === 'unknown' ? '' : (grade ?? '')} />
      ))}
      {lines.map(({ key, d, grade, condition }) => (
        <path key={key} d={d} data-grade={grade} data-condition={condition} />
      ))}
      {lines.map(({ key, d, condition }) => condition === 'partial' && <path key={key} d={d} data-ticks />)}
    </>
  )
}

const Base = ({ pictures, onFail }: { pictures: HomePictures; onFail?: () => void }) =>
  (['light', 'dark'] as const).map(
    (theme) =>
      pictures[theme] && <img key={theme} src={pictures[theme]} alt="" loading="lazy" {...{ [`data-${theme}`]: true }} onError={onFail} />,
  )

const OpenMap = () => (
  <b>
    <Icon path={iconMap} />
    Open map
  </b>
)

/** The server's markup names the picture, so that the browser loads it before the app has started. It contains no trail status. The app finds it by its id. */
export const ServedMap = ({ pictures }: { pictures: HomePictures }) => (
  <Frame to="/map" id="home-map" data-map data-needs-script>
    <Window>
      <Picture>
        <Base pictures={pictures} />
      </Picture>
    </Window>
    <OpenMap />
  </Frame>
)

/**
 * Home shows a picture because loading the map engine would delay home. The server's markup has grey lines, because only browsers without
 * scripts keep it.
 */
export function MapPreview({ pictures }: { pictures: HomePictures }) {
  const { site } = usePageData()
  const networks = useShownNetworks()
  const { conditionOf } = useMapConditions()
  const isWritten = useIsWritten()
  const [hasFailed, setHasFailed] = useState(false)
  const trails = useHomeTrails(pictures.trails)
  const { lines, pieces, marks } = useMemo(() => homeLines(trails, conditionOf, pictures.badges), [trails, conditionOf, pictures.badges])
  const badges = pictures.badges.flatMap((badge) => {
    const network = networks.find(({ id }) => id === badge.network)
    return network ? { ...badge, ...network } : []
  })
  return (
    <Frame to="/map" data-map>
      {!hasFailed && (
        <Window>
          <Picture>
            <Base pictures={pictures} onFail={() => setHasFailed(true)} />
            {isWritten && pictures.trails && <img src={pictures.trails.replace(/json$/, 'svg')} alt="" loading="lazy" />}
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
              <Strokes lines={lines} />
              <Strokes lines={pieces} />
              {badges.map(({ id, at, leader }) => (
                <Fragment key={id}>
                  <line x1={inPicture(at).x} y1={inPicture(at).y} x2={inPicture(leader).x} y2={inPicture(leader).y} />
                  <circle cx={inPicture(leader).x} cy={inPicture(leader).y} r={9} />
                </Fragment>
              ))}
            </svg>
            {marks.map(({ key, at: [left, top], condition }) => (
              <Mark key={key} data-mark={condition} style={{ left: `${left}%`, top: `${top}%` }}>
                <StatusShape status={condition === 'closed' ? 'Closed' : 'Partially Open'} size={18} />
              </Mark>
            ))}
            {badges.map(({ id, name, shape, message, postedAt, at }) => (
              <Badge key={id} aria-hidden data-badge data-status={shape} at={at}>
                <StatusShape status={shape} size={20} />
                <span>
                  {name}
                  {!postedAt && <small>{message ? 'No status yet' : 'Not confirmed'}</small>}
                </span>
              </Badge>
            ))}
          </Picture>
          {site.sample && <SampleLine data-sample>{MAP_MESSAGES.sample}</SampleLine>}
          <Credit>{pictures.attribution}</Credit>
        </Window>
      )}
      <OpenMap />
    </Frame>
  )
}
