/** What is open over the map. The selected feature is in the URL. */
import type { FeatureRef, LonLat } from '#map/map-data.ts'

export type MapPanel = 'layers' | 'list'

export type ScreenState = {
  panel: MapPanel | null
  /** Where the map was held. */
  held: LonLat | null
  /** Features too close together to select with a tap. */
  offered: readonly FeatureRef[]
}

export type ScreenEvent = { isDesktop: boolean } & (
  | { type: 'panel'; panel: MapPanel | null }
  | { type: 'feature'; feature: FeatureRef | null }
  | { type: 'held'; at: LonLat }
  | { type: 'offered'; features: readonly FeatureRef[] }
)

export const NOTHING_OPEN: ScreenState = { panel: null, held: null, offered: [] }

/** A phone shows either a popup or a panel, not both. */
export function changeScreen({ panel, held, offered }: ScreenState, event: ScreenEvent): ScreenState {
  const panelBeside = event.isDesktop ? panel : null
  switch (event.type) {
    case 'panel':
      return event.panel && !event.isDesktop ? { ...NOTHING_OPEN, panel: event.panel } : { panel: event.panel, held, offered }
    case 'feature':
      return { ...NOTHING_OPEN, panel: event.feature ? panelBeside : panel }
    case 'held':
      return { ...NOTHING_OPEN, panel: panelBeside, held: event.at }
    case 'offered':
      return { ...NOTHING_OPEN, panel: panelBeside, offered: event.features }
  }
}
