import { styled } from '@mui/material/styles'
import type { HomeBadge, Site } from '@trailwarden/site'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { useShownNetworks } from '#parts/network-conditions.ts'
import { StatusShape } from '#parts/status-shape.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight, iconMap } from '#ui/icons.ts'
import { colour, DESKTOP, font, SHADOW_FLOATING } from '#ui/theme.ts'

/** Of the picture that `npm run home-picture` makes. */
const [WIDTH, HEIGHT] = [960, 560]

// On a phone the picture is whole, below it the words; a desktop's card is as tall as the status beside it.
const Frame = styled(Link)({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  height: 'min(58.3vw + 35px, 300px)',
  overflow: 'hidden',
  color: colour('link'),
  textDecoration: 'none',
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& > b': { display: 'grid', gridTemplateColumns: 'auto 1fr auto', alignItems: 'center', gap: 12, minHeight: 48, padding: '0 16px' },
  [DESKTOP]: {
    height: 'auto',
    minHeight: 340,
    gridTemplateRows: 'minmax(0, 1fr)',
    '& > b': {
      position: 'absolute',
      left: 12,
      bottom: 12,
      borderRadius: 24,
      background: colour('surface'),
      boxShadow: SHADOW_FLOATING,
      '& svg:last-child': { display: 'none' },
    },
  },
})

const Window = styled('div')({ position: 'relative', containerType: 'size', overflow: 'hidden' })

// What lies on the picture has its places in it, so that it is cut off with it and not moved.
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
  '& > svg circle': { fill: colour('text'), stroke: colour('surface'), strokeWidth: 4 },
})

const Badge = styled('span')({
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
  font: font('600 13px/18px'),
  whiteSpace: 'nowrap',
  '&[data-status=Open]': { borderColor: colour('statusOpen') },
  '&[data-status="Partially Open"]': { borderColor: colour('statusPartial') },
  '&[data-status=Closed]': { borderColor: colour('statusClosed') },
  '@media (max-width: 359px)': { height: 30, gap: 4, padding: '0 8px 0 4px', font: font('600 12px/16px') },
})

const Chip = styled('span')({
  position: 'absolute',
  top: 10,
  left: '50%',
  transform: 'translateX(-50%)',
  padding: '4px 10px',
  borderRadius: 16,
  font: font('600 12px/18px'),
  whiteSpace: 'nowrap',
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
})

const Credit = styled('small')({
  position: 'absolute',
  right: 0,
  bottom: 0,
  padding: '1px 6px',
  fontSize: 11,
  lineHeight: '16px',
  background: colour('surface'),
  color: colour('text2'),
})

const inPicture = ([x, y]: HomeBadge['at']) => ({ x: (x / 100) * WIDTH, y: (y / 100) * HEIGHT })

/**
 * The network from afar, as a picture that was made ahead: home does without the map's engine. The networks' status, which changes, is laid over
 * it; the card beside it says the same in words. A picture that does not come is left out.
 */
export function MapPreview({ pictures }: { pictures: NonNullable<Site['homePictures']> }) {
  const { site } = usePageData()
  const networks = useShownNetworks()
  const [hasFailed, setHasFailed] = useState(false)
  const picture = (theme: 'light' | 'dark') => (
    <img src={pictures[theme]} alt="" loading="lazy" {...{ [`data-${theme}`]: true }} onError={() => setHasFailed(true)} />
  )
  const badges = pictures.badges.flatMap((badge) => {
    const network = networks.find(({ id }) => id === badge.network)
    return network ? { ...badge, ...network } : []
  })
  return (
    <Frame to="/map" data-map>
      {!hasFailed && (
        <Window>
          <Picture>
            {picture('light')}
            {picture('dark')}
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
              {badges.map(({ id, at, leader }) => (
                <Fragment key={id}>
                  <line x1={inPicture(at).x} y1={inPicture(at).y} x2={inPicture(leader).x} y2={inPicture(leader).y} />
                  <circle cx={inPicture(leader).x} cy={inPicture(leader).y} r={9} />
                </Fragment>
              ))}
            </svg>
            {badges.map(({ id, name, shape, at: [left, top] }) => (
              <Badge key={id} aria-hidden data-status={shape} style={{ left: `${left}%`, top: `${top}%` }}>
                <StatusShape status={shape} size={20} />
                {name}
              </Badge>
            ))}
          </Picture>
          {site.sample && <Chip data-chip>{MAP_MESSAGES.sample}</Chip>}
          <Credit>{pictures.attribution}</Credit>
        </Window>
      )}
      <b>
        <Icon path={iconMap} />
        Open map
        <Icon path={iconChevronRight} />
      </b>
    </Frame>
  )
}
