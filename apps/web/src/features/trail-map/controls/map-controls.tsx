import { keyframes } from '@emotion/react'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { iconMyLocation } from '#ui/icons/tool-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, REDUCED_MOTION, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { iconLayers, iconList, iconNavigation, iconRemove } from '../map-icons.ts'
import type { LocateState } from '../view/locate.ts'
import type { MapPanel } from '../view/screen-state.ts'

const Column = styled('div')({
  display: 'grid',
  gap: 10,
  '& button': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: 56,
    height: 56,
    // Forced-colours mode makes the transparent border visible.
    border: '2px solid transparent',
    borderRadius: 14,
    background: colour('surface'),
    color: colour('text'),
    boxShadow: SHADOW_FLOATING,
    cursor: 'pointer',
    '&[aria-pressed=true], &[aria-expanded=true]': { background: colour('primary'), color: colour('onPrimary') },
    '&[data-locate=once]': { background: colour('surface'), color: colour('me'), boxShadow: `inset 0 0 0 2.5px ${colour('me')}` },
    '&[data-locate=watch]': { background: colour('me'), color: colour('surface') },
  },
})

const Zoom = styled('div')({
  display: 'grid',
  borderRadius: 14,
  background: colour('surface'),
  boxShadow: SHADOW_FLOATING,
  '& button': { boxShadow: 'none' },
  '& button:last-of-type': { borderRadius: '0 0 14px 14px', borderTop: `1px solid ${colour('line')}` },
})

const runDown = keyframes({ to: { strokeDashoffset: 100 } })
const Ring = styled('svg')({
  position: 'absolute',
  inset: 4,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 3,
  transform: 'rotate(-90deg)',
  '& circle': { strokeDasharray: 100, animation: `${runDown} 10s linear forwards`, [REDUCED_MOTION]: { animation: 'none' } },
})

const LOCATE_NAMES: Record<LocateState, string> = { off: 'Locate: off', once: 'Locate: once', watch: 'Locate: following' }

type Props = {
  open: MapPanel | null
  onOpen: (panel: MapPanel | null) => void
  onZoom: (steps: number) => void
  locate: LocateState
  onLocate: () => void
}

/** People can't pinch with gloves, so there are zoom buttons. */
export function MapControls({ open, onOpen, onZoom, locate, onLocate }: Props) {
  return (
    <Column role="group" aria-label="Map controls">
      <Zoom data-zoom>
        <button type="button" aria-label="Zoom in" onClick={() => onZoom(1)}>
          <Icon path={iconAdd} />
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => onZoom(-1)}>
          <Icon path={iconRemove} />
        </button>
      </Zoom>
      <button
        type="button"
        aria-label="Layers"
        aria-expanded={open === 'layers'}
        onClick={() => onOpen(open === 'layers' ? null : 'layers')}
      >
        <Icon path={iconLayers} />
      </button>
      <button type="button" aria-label={LOCATE_NAMES[locate]} data-locate={locate} onClick={onLocate}>
        <Icon path={locate === 'watch' ? iconNavigation : iconMyLocation} />
        {locate === 'once' && (
          <Ring viewBox="0 0 36 36" aria-hidden="true">
            <circle cx="18" cy="18" r="15.9" pathLength="100" />
          </Ring>
        )}
      </button>
    </Column>
  )
}

const Pill = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 48,
  padding: '0 20px 0 14px',
  border: '2px solid transparent',
  borderRadius: 24,
  background: colour('surface'),
  color: colour('text'),
  boxShadow: SHADOW_FLOATING,
  font: font('600 15px/20px'),
  cursor: 'pointer',
  '&[aria-expanded=true]': { background: colour('primary'), color: colour('onPrimary') },
})

/** The list is the text alternative to the map. */
export function TrailsInView({ open, onOpen }: Pick<Props, 'open' | 'onOpen'>) {
  return (
    <Pill type="button" data-over-map data-list aria-expanded={open === 'list'} onClick={() => onOpen(open === 'list' ? null : 'list')}>
      <Icon path={iconList} />
      Trails in view
    </Pill>
  )
}
