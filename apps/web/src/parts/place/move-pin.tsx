import type { Position } from '@trailwarden/domain'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import type { MapView } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { WHOLE_PHONE } from '#ui/dialog/dialog-paper.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconArrowBack, iconChevronRight } from '#ui/icons/icons.ts'
import { iconCheck } from '#ui/icons/screen-icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, DESKTOP, font, rem, SHADOW_FLOATING, typography } from '#ui/theme/theme.ts'
import { DIM_BASE, GRID, SAMPLE_LABEL } from '../map/map-styles.ts'
import { MarkerSymbol } from '../map/marker-symbol.tsx'
import { firstBase } from '../map/site-layers.ts'
import { useSmallMap } from '../map/small-map.ts'
import { useSiteData } from '../trail/site-data.ts'
import { CountFromPost } from './count-from-post.tsx'
import { HoldButton } from './hold-button.tsx'
import { findPlace } from './own-position.ts'
import { useTrailSteps } from './trail-steps.ts'

const PAPER = {
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  ...WHOLE_PHONE,
  [DESKTOP]: { width: 720, height: 'min(760px, calc(100dvh - 64px))', borderRadius: '20px' },
}

const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 56,
  padding: '4px 8px 4px 4px',
  background: colour('topbar'),
  color: colour('onTopbar'),
  '& h2': typography.h2,
  '& button': { color: 'inherit' },
})

const Ground = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  ...DIM_BASE,
  '& > .ground': { position: 'absolute', inset: 0, outlineOffset: -4, touchAction: 'none', ...GRID },
  // The tip of the pin, at 24, 54 of its 48 x 56 pixels, is at the centre of the map.
  '& > .pin': { position: 'absolute', left: 'calc(50% - 24px)', top: 'calc(50% - 54px)', pointerEvents: 'none' },
  '& > .sample': { ...SAMPLE_LABEL, top: 0, bottom: 'auto' },
  '& > .controls': { position: 'absolute', right: 12, bottom: 32, display: 'grid', gap: 10 },
  '& > .controls button': {
    minWidth: 48,
    minHeight: 48,
    padding: 0,
    borderRadius: 14,
    background: colour('surface'),
    boxShadow: SHADOW_FLOATING,
    fontSize: rem(26),
    lineHeight: 1,
    color: colour('text'),
  },
})

const Foot = styled('footer')({
  position: 'relative',
  display: 'grid',
  gap: 10,
  maxHeight: '60dvh',
  overflowY: 'auto',
  marginTop: -20,
  padding: '14px 16px max(18px, env(safe-area-inset-bottom))',
  borderRadius: '20px 20px 0 0',
  background: colour('surface'),
  '& h3': { font: font('700 20px/26px') },
  '& .numbers': { fontFeatureSettings: "'tnum'" },
  '& .steps': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 },
  '& > button, & .steps button': { minHeight: 56 },
  '& .back svg': { transform: 'rotate(180deg)' },
})

const CLOSE_UP = 17
const ARROW_M = 10
const FINE_M = 1
const STEP_M = 50
const METRES_PER_DEGREE = 111_320
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const STEPS: Record<string, number> = { PageUp: STEP_M, PageDown: -STEP_M }

/** Five decimals are accurate to about a metre. More would suggest false precision. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const isAt = ({ lat, lng }: MapView, place: { latitude: number; longitude: number } | null) =>
  place !== null && round(lat) === round(place.latitude) && round(lng) === round(place.longitude)

type Props = {
  place: Position | null
  symbol: SymbolName
  /** Undefined shows the whole network. */
  near?: MapView
  onChosen: (place: Position) => void
  onClose: () => void
}

/** The map moves under the pin. The chosen location has no accuracy, unless the device measured it here. */
export function MovePin({ place, symbol, near, onChosen, onClose }: Props) {
  const { site } = usePageData()
  const data = useSiteData()
  const heading = useId()
  const ground = useRef<HTMLDivElement>(null)
  // A closer view would only enlarge the base map's pixels.
  const sharpest = firstBase(site).maxZoom
  const [start] = useState<MapView>(() =>
    place ? { lat: place.latitude, lng: place.longitude, zoom: Math.min(CLOSE_UP, sharpest) } : (near ?? site.defaultView),
  )
  const [view, setView] = useState(start)
  const [found, setFound] = useState<Position | null>(null)
  const [isLost, setIsLost] = useState(false)
  const [stop, setStop] = useState('')
  const { lat, lng } = view
  const words = (at: MapView) => data?.index.describe({ position: [at.lng, at.lat], accuracyM: null }) ?? formatCoordinates(at.lat, at.lng)
  const { map, isMissing } = useSmallMap(ground, {
    view: start,
    maxZoom: sharpest,
    moves: true,
    onMoving: setView,
    onMoved: (at) => setStop(words(at)),
  })
  const moveTo = ([toLng, toLat]: readonly [number, number]) => {
    const next = { lat: toLat, lng: toLng, zoom: Math.max(view.zoom, place ? 0 : Math.min(CLOSE_UP, sharpest)) }
    map?.moveTo(next)
    setView(next)
    setStop(words(next))
  }
  const steps = useTrailSteps(data, [lng, lat], moveTo)
  const isMoved = !isAt(view, { latitude: start.lat, longitude: start.lng })
  // The map engine would move the map by a third of the screen, so this handler gets the keys first.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const [arrow, along] = [ARROWS[event.key], STEPS[event.key]]
    if (!map || !(arrow || along)) return
    event.preventDefault()
    event.stopPropagation()
    if (along) return steps.move(along)
    if (!arrow) return
    const degrees = (event.shiftKey ? FINE_M : ARROW_M) / METRES_PER_DEGREE
    moveTo([lng + (arrow[0] * degrees) / Math.cos((lat * Math.PI) / 180), lat + arrow[1] * degrees])
  }
  const findMe = async () => {
    const own = await findPlace()
    setIsLost(own === null)
    if (!own) return
    setFound(own)
    moveTo([own.longitude, own.latitude])
  }
  const choose = () => {
    if (place && !isMoved) return onClose()
    onChosen(isAt(view, found) && found ? found : { latitude: round(lat), longitude: round(lng), accuracyM: null })
  }
  return (
    <Dialog onClose={onClose} transitionDuration={0} aria-labelledby={heading} slotProps={{ paper: { sx: PAPER } }}>
      <Head>
        <IconButton aria-label="Back" onClick={onClose}>
          <Icon path={iconArrowBack} />
        </IconButton>
        <h2 id={heading}>Move the pin</h2>
      </Head>
      <Ground>
        {isMissing && <Notice>{MAP_MESSAGES.noPin}</Notice>}
        <div
          ref={ground}
          className="ground"
          role="application"
          aria-roledescription="map"
          aria-label="Map. Arrow keys move it under the pin by 10 metres, or by 1 with Shift. Page Up and Page Down step 50 metres along the trail. Plus and minus zoom."
          // biome-ignore lint/a11y/noNoninteractiveTabindex: people can operate the map by keyboard
          tabIndex={0}
          onKeyDownCapture={onKeyDownCapture}
        />
        {!isMissing && (
          <div className="pin">
            <MarkerSymbol name={symbol} size={56} />
          </div>
        )}
        <div className="controls">
          <Button variant="text" aria-label="Zoom in" onClick={() => map?.zoomBy(1)}>
            +
          </Button>
          <Button variant="text" aria-label="Zoom out" onClick={() => map?.zoomBy(-1)}>
            −
          </Button>
          <Button variant="text" aria-label="Find me" onClick={() => void findMe()}>
            <Icon path={iconMyLocation} />
          </Button>
        </div>
        {site.sample && <small className="sample">{MAP_MESSAGES.sample}</small>}
      </Ground>
      <Foot>
        <div>
          <h3>{words(view)}</h3>
          <Muted>{[steps.name, 'Drag the map, or move along the trail.'].filter(Boolean).join('. ')}</Muted>
          <Muted className="numbers">{formatCoordinates(lat, lng)}</Muted>
          {isLost && <Muted role="alert">{MAP_MESSAGES.notFound}</Muted>}
          {/* The heading changes while the map moves, so screen readers announce only where it stops. */}
          <Hidden role="status">{stop}</Hidden>
        </div>
        <div className="steps">
          <HoldButton disabled={!steps.name} onStep={() => steps.move(-STEP_M)}>
            <span className="back">
              <Icon path={iconChevronRight} />
            </span>
            50 m back
          </HoldButton>
          <HoldButton disabled={!steps.name} onStep={() => steps.move(STEP_M)}>
            50 m on
            <Icon path={iconChevronRight} />
          </HoldButton>
        </div>
        <CountFromPost posts={steps.posts} onCounted={steps.moveToAlong} />
        <Button variant="contained" disabled={!map || (!place && !isMoved)} onClick={choose}>
          <Icon path={iconCheck} />
          Use this location
        </Button>
      </Foot>
    </Dialog>
  )
}
