/**
 * The grids that a site can choose from. They are separate from the calculations because every page validates the grid's name, but only a
 * few pages calculate with it.
 */
export const GRID_NAMES = ['MGA2020', 'UTM', 'MGRS', 'NZTM2000', 'OSGB', 'none'] as const
export type GridName = (typeof GRID_NAMES)[number]
