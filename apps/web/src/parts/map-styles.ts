/** Styles of things that lie on a map, wherever one is shown. */
import { colour, font } from '#ui/theme.ts'

const line = `${colour('line')} 1px, transparent 1px`

/** What lies under the base map, and is seen where there is none of it: a grid, which the engine moves with the map. */
export const GRID = {
  backgroundColor: colour('surfaceAlt'),
  backgroundImage: `linear-gradient(${line}), linear-gradient(90deg, ${line})`,
  backgroundSize: '64px 64px',
}

/** Dark, the raster is dimmed: to be spread in the styles of what holds the map. */
export const DIM_BASE = { '& .map-base': { '[data-theme=dark] &': { filter: 'brightness(.55) saturate(.7)' } } }

/** Small print on a map: legible on any ground, in either theme. */
export const SMALL_PRINT = {
  padding: '1px 6px',
  font: font('500 12px/16px'),
  color: '#10212A',
  background: 'rgba(255,255,255,.86)',
  '[data-theme=dark] &': { color: '#EAF1F4', background: 'rgba(13,21,25,.86)' },
}

/** The note that the data is a sample, in a small map's corner. */
export const SAMPLE_LABEL = { ...SMALL_PRINT, position: 'absolute', zIndex: 1, left: 0, bottom: 0 } as const
