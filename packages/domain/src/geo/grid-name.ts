/** The grids a site can name. Apart from their mathematics: every page checks the name, few compute with it. */
export const GRID_NAMES = ['MGA2020', 'UTM', 'MGRS', 'NZTM2000', 'OSGB', 'none'] as const
export type GridName = (typeof GRID_NAMES)[number]
