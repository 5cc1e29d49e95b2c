/** How much of the map a popup takes: a sheet at the foot of a phone's, a panel at the right of a desktop's. */
import { isDesktop } from '#lib/breakpoint.ts'

/** Of a phone's map at most, before someone pulls it up. */
export const SHEET_SHARE = 0.6

/** Of a map of this height. */
export const coveredByPopup = (height: number) => (isDesktop() ? { bottom: 0, right: 424 } : { bottom: height * SHEET_SHARE, right: 0 })
