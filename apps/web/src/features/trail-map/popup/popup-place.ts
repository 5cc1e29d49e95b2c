/** The popup is a sheet at the bottom on a phone, and a panel on the right on a desktop. */
import { isDesktop } from '#lib/breakpoint.ts'

/** The user can pull the popup up further. */
export const SHEET_SHARE = 0.6

/** A post's sheet shows what rescuers need without scrolling, so it may cover more of the map. */
export const TALL_SHEET_SHARE = 0.78

export const coveredByPopup = (height: number, share: number) =>
  isDesktop() ? { bottom: 0, right: 424 } : { bottom: height * share, right: 0 }
