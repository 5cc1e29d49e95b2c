/** Separate from the calculations, because every page validates the grid's name but only a few pages calculate with a grid. */
export const GRID_NAMES = ['MGA2020', 'UTM', 'MGRS', 'NZTM2000', 'OSGB', 'none'] as const
export type GridName = (typeof GRID_NAMES)[number]
