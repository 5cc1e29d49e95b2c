import { lengthText } from '@trailwarden/domain'
import { lengthOfLines } from '@trailwarden/domain/trail-line/trail-line-rules'
import { useEffect, useId, useRef, useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import type { LineEditor } from '#map/line-editor.ts'
import type { LonLat, MapLine } from '#map/map-data.ts'
import { themed } from '#parts/map/map-palette.ts'
import { DIM_BASE, GRID, SAMPLE_LABEL } from '#parts/map/map-styles.ts'
import { useSmallMap } from '#parts/map/small-map.ts'
import { boundsOf } from '#parts/place/bounds-of.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { WHOLE_PHONE } from '#ui/dialog/dialog-paper.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP, typography } from '#ui/theme/theme.ts'

type Lines = readonly (readonly LonLat[])[]

const Ground = styled('div')({
  position: 'relative',
  overflow: 'hidden',
  height: '100%',
  '& > div': { position: 'absolute', inset: 0, touchAction: 'none', ...GRID },
  ...DIM_BASE,
  '& small': SAMPLE_LABEL,
})

const NEW = 'new-line'
const EDGE = { top: 36, right: 36, bottom: 36, left: 36 }

const newLine = (lines: Lines): MapLine => ({
  kind: 'line',
  id: NEW,
  lines,
  colour: themed('statusPartial'),
  edge: themed('trailCasing'),
  dash: 'solid',
  label: '',
  lengthM: 0,
  isOneWay: false,
  condition: 'open',
  parts: [],
  posts: [],
})

/** The map shows the new line in orange. Screen readers get both lengths as text instead. */
export function TrailLineMap({ trailId, now, next }: { trailId: string; now: Lines; next: Lines }) {
  const { site } = usePageData()
  const ground = useRef<HTMLDivElement>(null)
  const { map, isMissing } = useSmallMap(ground, { view: site.defaultView, moves: false })
  useEffect(() => map?.addLayer({ id: NEW, order: 45, clusters: false }), [map])
  useEffect(() => {
    if (next.length > 0) map?.put(NEW, [newLine(next)])
    else map?.drop(NEW, [NEW])
    const bounds = boundsOf([...now, ...next])
    if (bounds) map?.fit([bounds], EDGE)
    // The map's own effects run first, so the trail is already on the map.
    map?.select({ layer: 'trails', id: trailId })
  }, [map, trailId, now, next])
  if (isMissing) return null
  return (
    <Ground aria-hidden="true">
      <div ref={ground} />
      {site.sample && <small>{MAP_MESSAGES.sample}</small>}
    </Ground>
  )
}

const PAPER = {
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  ...WHOLE_PHONE,
  [DESKTOP]: { width: 960, maxWidth: 'calc(100vw - 64px)', height: 'min(800px, calc(100dvh - 64px))', borderRadius: '20px' },
}

const Head = styled('header')({ padding: '16px 16px 12px', '& h2': typography.h2 })

const Foot = styled('footer')({
  display: 'grid',
  gap: 12,
  padding: 16,
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& .acts > *': { flex: '1 1 120px', minHeight: 56 },
})

type DrawProps = { name: string; lines: Lines; onDrawn: (lines: LonLat[][]) => void; onClose: () => void }

export function DrawLine({ name, lines, onDrawn, onClose }: DrawProps) {
  const { site } = usePageData()
  const heading = useId()
  const ground = useRef<HTMLDivElement>(null)
  const { map, isMissing } = useSmallMap(ground, { view: site.defaultView, moves: true })
  const [first] = useState(lines)
  const [drawn, setDrawn] = useState<LonLat[][] | null>(null)
  const editor = useRef<LineEditor | null>(null)
  useEffect(() => {
    if (!map) return
    const bounds = boundsOf(first)
    if (bounds) map.fit([bounds], EDGE)
    let isOpen = true
    import('#map/line-editor.ts').then(
      ({ editLines }) => {
        if (isOpen) editor.current = editLines(map, first, setDrawn)
      },
      (error: unknown) => console.warn("couldn't load the line editor", error),
    )
    return () => {
      isOpen = false
      editor.current?.close()
    }
  }, [map, first])
  const isReady = drawn?.some((line) => line.length > 1) ?? false
  return (
    <Dialog onClose={onClose} transitionDuration={0} aria-labelledby={heading} slotProps={{ paper: { sx: PAPER } }}>
      <Head>
        <h2 id={heading}>Draw {name}</h2>
        <Muted>Drag the line to correct it. To replace it, select Draw again, tap along the trail, and double-tap to finish.</Muted>
      </Head>
      <Ground>
        {isMissing && <Notice>{MAP_MESSAGES.noPin}</Notice>}
        <div ref={ground} role="application" aria-roledescription="map" aria-label="Map for drawing with a finger or mouse" />
        {site.sample && <small>{MAP_MESSAGES.sample}</small>}
      </Ground>
      <Foot>
        <div role="status">{drawn ? `New: ${lengthText(lengthOfLines(drawn))}` : 'No changes yet'}</div>
        <div className="acts">
          <Button variant="text" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="outlined" onClick={() => editor.current?.clear()}>
            Draw again
          </Button>
          <Button variant="contained" disabled={!isReady} onClick={() => drawn && onDrawn(drawn)}>
            Use this line
          </Button>
        </div>
      </Foot>
    </Dialog>
  )
}
