import { SMALL_PRINT } from '#parts/map/map-styles.ts'
import { styled } from '#ui/styled.ts'
import { SHEET_HEIGHT } from './panels/networks-panel.tsx'

export const SmallPrint = styled('p')({
  position: 'absolute',
  zIndex: 1,
  left: 0,
  right: 0,
  bottom: SHEET_HEIGHT,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 16,
  pointerEvents: 'none',
  ...SMALL_PRINT,
  '& b': { color: '#8F3E00', '[data-theme=dark] &': { color: '#FFB77C' } },
  '& span': { marginLeft: 'auto' },
})
