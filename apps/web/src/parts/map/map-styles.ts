import { colour, font } from '#ui/theme/theme.ts'

const line = `${colour('line')} 1px, transparent 1px`

/** The grid is visible where there is no base map. The map engine moves the grid together with the map. */
export const GRID = {
  backgroundColor: colour('surfaceAlt'),
  backgroundImage: `linear-gradient(${line}), linear-gradient(90deg, ${line})`,
  backgroundSize: '64px 64px',
}

/** Spread this style in the map's container. */
export const DIM_BASE = { '& .map-base': { '[data-theme=dark] &': { filter: 'brightness(.55) saturate(.7)' } } }

/** The text is legible on any background in both themes. */
export const SMALL_PRINT = {
  padding: '1px 6px',
  font: font('500 12px/16px'),
  color: '#10212A',
  background: 'rgba(255,255,255,.86)',
  '[data-theme=dark] &': { color: '#EAF1F4', background: 'rgba(13,21,25,.86)' },
}

export const SAMPLE_LABEL = { ...SMALL_PRINT, position: 'absolute', zIndex: 1, left: 0, bottom: 0 } as const
