import { distanceText, type MarkerOnTrail, type SignalBand, sectionText, signalBand, stopsAlong } from '@trailwarden/domain'
import type { EmergencyMarker, Site, Trail } from '@trailwarden/site'
import { Link } from 'react-router'
import { formatViewHash, showPath } from '#lib/view-hash.ts'
import { SignalBars } from '#parts/emergency/signal-bars.tsx'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import type { ShownClosure, ShownTrail } from '#parts/status/trail-conditions.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown, iconSignpost } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, DESKTOP, font, rem } from '#ui/theme/theme.ts'
import { Fold } from '../fold.tsx'
import { useProblemDetail } from '../problem-list.tsx'
import type { Problem } from '../problems.ts'

const lineOf = (stripes: string) => ({ '& li::before': { background: stripes } })
const dashes = (ink: string, ground: string, [on, off]: [number, number]) =>
  `repeating-linear-gradient(${ink} 0 ${on}px, ${ground} ${on}px ${on + off}px)`

const CLOSED_LINE = dashes(colour('statusClosed'), colour('surface'), [7, 5])

const Strip = styled('ol')({
  padding: '0 16px 8px',
  '& ol': { padding: 0 },
  '& li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    gap: 10,
    alignItems: 'center',
    minHeight: 52,
  },
  '& li::before': { content: '""', position: 'absolute', left: 9, top: 0, bottom: 0, width: 6 },
  '& > li:first-of-type::before': { top: '50%' },
  '& > li:last-of-type::before': { bottom: '50%' },
  '& > li.fold': { display: 'block' },
  '&[data-line=green]': lineOf(colour('trailGreen')),
  '&[data-line=blue]': lineOf(colour('trailBlue')),
  '&[data-line=black]': lineOf(colour('trailBlack')),
  '&[data-line=link]': lineOf(dashes(colour('trailLink'), colour('surface'), [6, 5])),
  '&[data-line=closed]': lineOf(CLOSED_LINE),
  '&& li[data-part=closed]::before': { background: CLOSED_LINE, boxShadow: 'none' },
  '&& li[data-part=partial]::before': { background: dashes(colour('statusPartial'), 'transparent', [3, 4]), left: 7, width: 10 },
  '[data-theme=dark] &[data-line=black] li::before': { boxShadow: `0 0 0 1px ${colour('trailBlackEdge')}` },
  '& .dot': {
    position: 'relative',
    boxSizing: 'border-box',
    width: 16,
    height: 16,
    marginLeft: 4,
    borderRadius: 8,
    border: '3px solid #fff',
    background: '#10212A',
    boxShadow: `0 0 0 1px ${colour('outline')}`,
  },
  '& .end': { background: colour('surface'), border: `4px solid ${colour('text')}` },
  '& img, & li > svg': { position: 'relative', justifySelf: 'center' },
  '& .what': { font: font('600 15px/20px'), overflowWrap: 'anywhere' },
  '& .what small': { display: 'block', font: font('400 14px/19px'), color: colour('text2') },
})

const Post = styled(Link)({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'center',
  minHeight: 48,
  color: colour('text2'),
  font: font('500 13px/16px'),
  textDecoration: 'none',
  outlineOffset: -2,
  '& .code': {
    minWidth: 58,
    padding: '3px 8px',
    boxSizing: 'border-box',
    borderRadius: 6,
    background: colour('text'),
    color: colour('surface'),
    font: font('700 14px/22px'),
    textAlign: 'center',
  },
  '& .signal': { display: 'flex', flexWrap: 'wrap', gap: '0 14px' },
  '& .signal > span': { display: 'flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' },
  [DESKTOP]: { '& .signal > span': { minWidth: 100 } },
  '& .far': { fontFeatureSettings: "'tnum'", whiteSpace: 'nowrap' },
  '@media (max-width: 359px)': { gap: 8, '& .carrier': { fontSize: rem(12) }, '& .signal > span': { gap: 2 } },
})

const Stretch = styled('details')({
  position: 'relative',
  '& summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 52,
    paddingLeft: 34,
    color: colour('link'),
    font: font('600 15px/20px'),
    listStyle: 'none',
    cursor: 'pointer',
    '&::-webkit-details-marker': { display: 'none' },
  },
  '&[open] summary svg': { transform: 'rotate(180deg)' },
})

const Key = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 18px',
  padding: '4px 16px 14px',
  font: font('500 13px/18px'),
  color: colour('text2'),
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
})

const BANDS: readonly [band: SignalBand | null, word: string][] = [
  ['good', 'Good'],
  ['poor', 'Poor'],
  ['none', 'None'],
  [null, 'Unknown'],
]
const wordOf = (band: SignalBand | null) => BANDS.find(([one]) => one === band)?.[1].toLowerCase()

const CLOSE_UP = 16

type OnTrail = MarkerOnTrail<EmergencyMarker>

type Part = { closure: ShownClosure; fromM: number; toM: number }

/** Closures that aren't between two posts of this trail are described above the strip. */
function partsOf(closures: readonly ShownClosure[], posts: readonly OnTrail[], lengthM: number): Part[] {
  const placeOf = (code: string | null, end: number) => (code === null ? end : posts.find(({ marker }) => marker.code === code)?.alongM)
  return closures.flatMap((closure) => {
    const [fromM, toM] = closure.section ? [placeOf(closure.section.from, 0), placeOf(closure.section.to, lengthM)] : []
    return fromM !== undefined && toM !== undefined ? [{ closure, fromM, toM }] : []
  })
}

const lineOfPart = (part: Part | undefined) => part && { 'data-part': part.closure.level === 'Closed' ? 'closed' : 'partial' }

function PartRow({ part }: { part: Part }) {
  const { closure, fromM, toM } = part
  const { section, level, details } = closure
  const status = level === 'Closed' ? 'Closed' : 'Partially Open'
  return (
    <li {...lineOfPart(part)}>
      <StatusShape status={status} size={24} />
      <span className="what">
        <StatusText status={status}>{section ? `${level} ${sectionText(section)}` : level}</StatusText>
        <small>
          {distanceText(toM - fromM)}. {details}
        </small>
      </span>
    </li>
  )
}

function PostRow({ post: { marker, alongM }, site, part }: { post: OnTrail; site: Site; part: Part | undefined }) {
  const [lng, lat] = marker.position
  return (
    <li {...lineOfPart(part)}>
      <span className="dot" />
      <Post to={showPath({ layer: 'emergency-markers', id: marker.code }, formatViewHash({ lat, lng, zoom: CLOSE_UP }))}>
        <span className="code">{marker.code}</span>{' '}
        <span className="signal">
          {site.carriers.map(({ id, title }) => {
            const band = signalBand(marker.readings[id] ?? null, site.signalBands)
            return (
              <span key={id}>
                <SignalBars band={band} />
                <span className="carrier">{title}</span> <Hidden>signal {wordOf(band)}, </Hidden>
              </span>
            )
          })}
        </span>{' '}
        <span className="far">
          {distanceText(alongM)}
          <Hidden> from the start</Hidden>
        </span>
      </Post>
    </li>
  )
}

const postsText = (posts: readonly OnTrail[]) => {
  const [first, last] = [posts[0]?.marker.code, posts.at(-1)?.marker.code]
  return posts.length === 1 ? `${first}, with signal levels` : `${first} to ${last}, with signal levels`
}

type Props = {
  trail: Trail
  lengthM: number
  status: ShownTrail
  posts: readonly OnTrail[]
  problems: readonly Problem[]
  site: Site
}

export function PostStrip({ trail, lengthM, status, posts, problems, site }: Props) {
  const detailOf = useProblemDetail()
  if (posts.length === 0) return null
  const placed = problems.flatMap((problem) => (problem.alongM === null ? [] : [{ problem, alongM: problem.alongM }]))
  const parts = partsOf(status.closures, posts, lengthM)
  // The section comes just after the post where it begins.
  const events = [...placed, ...parts.map((part) => ({ part, alongM: part.fromM + 0.01 }))]
  const partAt = (metres: number) => parts.find(({ fromM, toM }) => fromM < metres && metres < toM)
  const line = status.shape === 'Closed' ? 'closed' : (trail.rating ?? 'link')
  const row = (post: OnTrail) => <PostRow key={post.marker.code} post={post} site={site} part={partAt(post.alongM)} />
  return (
    <Card aria-label="Emergency posts">
      <Fold
        icon={iconSignpost}
        isOpenOnDesktop
        title={
          <>
            <h2>{posts.length === 1 ? '1 emergency post' : `${posts.length} emergency posts`}</h2>
            <small>{postsText(posts)}</small>
          </>
        }
      >
        <Strip data-line={line}>
          <li>
            <span className="dot end" />
            <span className="what">Start</span>
          </li>
          {stopsAlong(posts, events).map((stop) => {
            if (stop.kind === 'post') return row(stop.post)
            if (stop.kind === 'event') {
              if ('part' in stop.event) return <PartRow key={stop.event.part.closure.id} part={stop.event.part} />
              const { problem } = stop.event
              return (
                <li key={problem.id} {...lineOfPart(partAt(stop.event.alongM))}>
                  <MarkerSymbol name={problem.symbol} size={26} />
                  <span className="what">
                    {problem.title} <small>{detailOf(problem)}</small>
                  </span>
                </li>
              )
            }
            const [first, last] = [stop.posts[0]?.marker.code, stop.posts.at(-1)?.marker.code]
            return (
              <li key={first} className="fold" {...lineOfPart(partAt(stop.posts[0]?.alongM ?? 0))}>
                <Stretch>
                  <summary>
                    {first} to {last}, {stop.posts.length} posts
                    <Icon path={iconKeyboardArrowDown} />
                  </summary>
                  <ol>{stop.posts.map(row)}</ol>
                </Stretch>
              </li>
            )
          })}
          <li>
            <span className="dot end" />
            <span className="what">
              Finish <small>{distanceText(lengthM)}</small>
            </span>
          </li>
        </Strip>
        <Key aria-label="Signal bars">
          {BANDS.map(([band, word]) => (
            <li key={word}>
              <SignalBars band={band} />
              {word}
            </li>
          ))}
        </Key>
      </Fold>
    </Card>
  )
}
