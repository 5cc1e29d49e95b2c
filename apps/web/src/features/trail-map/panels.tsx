/** All that opens over the map, as one download: it is asked for when the first of it is opened, and the map is drawn without it. */
export { InViewPanel } from './in-view-panel.tsx'
export { LayersPanel } from './layers-panel.tsx'
export { LiveFrame, PlacePopup } from './place-popup.tsx'
export { SitePopup } from './site-popup.tsx'
export { TapChooser } from './tap-chooser.tsx'
