import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Position } from '@trailwarden/domain'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { formatCoordinates } from '#lib/view-hash.ts'
import type { MapView } from '#map/map-data.ts'
import type { SymbolName } from '#map/symbols.ts'
import { Muted } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { WHOLE_PHONE } from '#ui/dialog/dialog-paper.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { colour, DESKTOP, rem, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { DIM_BASE, GRID, SAMPLE_LABEL } from '../map/map-styles.ts'
import { MarkerSymbol } from '../map/marker-symbol.tsx'
import { useSmallMap } from '../map/small-map.ts'
import { useSiteData } from '../trail/site-data.ts'

const PAPER = {
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  ...WHOLE_PHONE,
  [DESKTOP]: { width: 720, height: 'min(720px, calc(100dvh - 64px))', borderRadius: '20px' },
}

const Head = styled('header')(({ theme }) => ({ padding: '16px 16px 12px', '& h2': theme.typography.h2 }))

const Ground = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  ...DIM_BASE,
  '& > .ground': { position: 'absolute', inset: 0, outlineOffset: -4, touchAction: 'none', ...GRID },
  // The tip of the pin, at 24, 54 of its 48 x 56 pixels, is at the centre of the map.
  '& > .pin': { position: 'absolute', left: 'calc(50% - 24px)', top: 'calc(50% - 54px)', pointerEvents: 'none' },
  '& > .sample': SAMPLE_LABEL,
  '& > .zoom': {
    position: 'absolute',
    right: 12,
    bottom: 24,
    display: 'grid',
    borderRadius: 14,
    background: colour('surface'),
    boxShadow: SHADOW_FLOATING,
  },
  '& .zoom button': { minWidth: 56, minHeight: 56, fontSize: rem(26), lineHeight: 1, color: colour('text') },
})

const Foot = styled('footer')({
  display: 'grid',
  gap: 12,
  padding: 16,
  '& b': { fontFeatureSettings: "'tnum'", fontWeight: 700 },
  '& .acts': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 },
  '& .acts button': { minHeight: 56 },
})

const CLOSE_UP = 17
const STEP_PX = 10
const TILE_PX = 256
const METRES_PER_DEGREE = 111_320
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Five decimals are accurate to about a metre. More would suggest false precision. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** With `byMetre`, the arrow keys move the location by one metre, or by ten with Shift. Otherwise, the arrow keys move it by pixels. */
type Props = {
  place: Position | null
  symbol: SymbolName
  byMetre?: boolean
  /** Undefined shows the whole network. */
  near?: MapView
  onChosen: (place: Position) => void
  onClose: () => void
}

/** The map moves under the pin. The chosen location has no accuracy, because nothing measured it. */
export function MovePin({ place, symbol, byMetre = false, near, onChosen, onClose }: Props) {
  const { site } = usePageData()
  const data = useSiteData()
  const heading = useId()
  const ground = useRef<HTMLDivElement>(null)
  const [start] = useState<MapView>(() =>
    place ? { lat: place.latitude, lng: place.longitude, zoom: CLOSE_UP } : (near ?? site.defaultView),
  )
  const [view, setView] = useState(start)
  const { map, isMissing } = useSmallMap(ground, { view: start, moves: true, onMoving: setView })
  const { lat, lng } = view
  const isMoved = round(lat) !== round(start.lat) || round(lng) !== round(start.lng)
  // The map engine would move the map by a third of the screen, so this handler gets the arrow keys first.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (!arrow || !map) return
    event.preventDefault()
    event.stopPropagation()
    if (byMetre) {
      const metres = event.shiftKey ? STEP_PX : 1
      const perMetre = 1 / METRES_PER_DEGREE
      const lngPerMetre = perMetre / Math.cos((lat * Math.PI) / 180)
      return map.moveTo({ lat: lat + arrow[1] * metres * perMetre, lng: lng + arrow[0] * metres * lngPerMetre, zoom: view.zoom })
    }
    const pixels = event.shiftKey ? 1 : STEP_PX
    const perPixel = { lng: 360 / (TILE_PX * 2 ** view.zoom), lat: map.metresPerPixel / METRES_PER_DEGREE }
    map.moveTo({ lat: lat + arrow[1] * pixels * perPixel.lat, lng: lng + arrow[0] * pixels * perPixel.lng, zoom: view.zoom })
  }
  return (
    <Dialog onClose={onClose} transitionDuration={0} aria-labelledby={heading} slotProps={{ paper: { sx: PAPER } }}>
      <Head>
        <h2 id={heading}>Where is it?</h2>
        <Muted>Move the map under the pin.</Muted>
      </Head>
      <Ground>
        {isMissing && <Notice>{MAP_MESSAGES.noPin}</Notice>}
        <div
          ref={ground}
          className="ground"
          role="application"
          aria-roledescription="map"
          aria-label={`Map. Arrow keys move it under the pin${byMetre ? ' by 1 metre, or by 10 with Shift' : '. Hold Shift to move it slightly'}. Plus and minus zoom.`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: people can operate the map by keyboard
          tabIndex={0}
          onKeyDownCapture={onKeyDownCapture}
        />
        {!isMissing && (
          <div className="pin">
            <MarkerSymbol name={symbol} size={56} />
          </div>
        )}
        <div className="zoom">
          <Button variant="text" aria-label="Zoom in" onClick={() => map?.zoomBy(1)}>
            +
          </Button>
          <Button variant="text" aria-label="Zoom out" onClick={() => map?.zoomBy(-1)}>
            −
          </Button>
        </div>
        {site.sample && <small className="sample">{MAP_MESSAGES.sample}</small>}
      </Ground>
      <Foot>
        <div role="status">
          <b>{formatCoordinates(lat, lng)}</b>
          {data && <Muted>{data.index.describe({ position: [lng, lat], accuracyM: null })}</Muted>}
        </div>
        <div className="acts">
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="contained"
            disabled={!map || !isMoved}
            onClick={() => onChosen({ latitude: round(lat), longitude: round(lng), accuracyM: null })}
          >
            Put it here
          </Button>
        </div>
      </Foot>
    </Dialog>
  )
}
