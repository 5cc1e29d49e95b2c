import type { Action } from '@trailwarden/domain'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { stretchAround } from './trail-stretch.ts'

const Line = styled('div')({
  position: 'relative',
  // The codes are centred on the ends of the line, so half of each code needs the margin.
  margin: '0 20px',
  height: 62,
  '&[data-rows="2"]': { height: 88 },
  '& > *': { position: 'absolute', transform: 'translateX(-50%)' },
  '& .trail': { left: 0, right: 0, bottom: 26, height: 6, transform: 'none', background: colour('trailLink') },
  '&[data-grade=green] .trail': { background: colour('trailGreen') },
  '&[data-grade=blue] .trail': { background: colour('trailBlue') },
  '&[data-grade=black] .trail': { background: colour('trailBlack'), outline: `1px solid ${colour('trailBlackEdge')}` },
  '& .stop': { bottom: 21, width: 4, height: 16, borderRadius: 2, background: colour('text') },
  '& .code': { bottom: 0, font: font('600 13px/18px'), color: colour('text2') },
  '& .mark': { bottom: 36, height: 24, color: colour('warning') },
  '& .mark[data-high]': { bottom: 62 },
  '& .mark::after': {
    content: '""',
    position: 'absolute',
    top: '100%',
    left: 'calc(50% - 1px)',
    width: 2,
    height: 6,
    background: colour('text'),
  },
  '& .mark[data-high]::after': { height: 32 },
})

const at = (share: number) => ({ left: `${share * 100}%` })

/** The text beside the drawing has the same information, so screen readers skip the drawing. */
export function PlaceOnTrail({ report, actions }: { report: Report; actions: readonly Action[] }) {
  const index = useSiteData()?.index
  const stretch = index && stretchAround(index, report, actions)
  if (!stretch) return null
  const { trail, stops, here, others } = stretch
  const also = others.map(({ one }) => one.number).join(', ')
  return (
    <Line
      role="img"
      aria-label={`${trail.name} from ${stops[0]?.code} to ${stops.at(-1)?.code}, with this report${also && ` and ${also}`}`}
      data-grade={trail.rating}
      data-rows={others.some(({ isHigh }) => isHigh) ? 2 : 1}
    >
      <span className="trail" />
      {stops.map(({ code, share }) => (
        <span key={code} className="stop" style={at(share)} />
      ))}
      {stops.map(
        ({ code, share, isNamed }) =>
          isNamed && (
            <span key={code} className="code" style={at(share)}>
              {code}
            </span>
          ),
      )}
      {others.map(({ one, share, isHigh }) => (
        <span key={one.id} className="mark" style={at(share)} {...(isHigh && { 'data-high': true })}>
          <RatingTile rating={one.rating} />
        </span>
      ))}
      <span className="mark" style={at(here)}>
        <Icon path={iconWarningFill} />
      </span>
    </Line>
  )
}
