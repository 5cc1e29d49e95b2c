/** All panels are in one chunk, which loads when the user opens the first panel. */

export { LayersPanel } from '../layers/layers-panel.tsx'
export { LiveFrame, PlacePopup } from '../popup/place-popup.tsx'
export { SitePopup } from '../popup/site-popup.tsx'
export { TapChooser } from '../popup/tap-chooser.tsx'
export { InViewPanel } from './in-view-panel.tsx'
