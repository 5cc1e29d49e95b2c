/** Calculates how much of the map a popup covers. The popup is a sheet at the bottom on a phone, and a panel on the right on a desktop. */
import { isDesktop } from '#lib/breakpoint.ts'

/** The largest fraction of a phone's map that the popup covers before the user pulls it up. */
export const SHEET_SHARE = 0.6

/** The same for a post's sheet, which shows what rescuers ask for without scrolling. */
export const TALL_SHEET_SHARE = 0.78

/** Returns the space that the popup covers on a map of this height. */
export const coveredByPopup = (height: number, share: number) =>
  isDesktop() ? { bottom: 0, right: 424 } : { bottom: height * share, right: 0 }
