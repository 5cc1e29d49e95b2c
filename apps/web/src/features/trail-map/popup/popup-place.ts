/** The popup is a sheet at the bottom on a phone, and a panel on the left on a desktop. */
import { isDesktop } from '#lib/breakpoint.ts'
import type { Covered } from '#map/trail-map.ts'

/** The user can pull the popup up further. */
export const SHEET_SHARE = 0.6

/** A post's sheet shows what rescuers need without scrolling, so it may cover more of the map. */
export const TALL_SHEET_SHARE = 0.78

/** The third stage of a trail's sheet is the trail's page. */
export type SheetStage = 'peek' | 'half'

/** On a desktop, with margins. */
export const PANEL_PX = 416

export const coveredByPopup = (height: number, share: number): Covered =>
  isDesktop() ? { top: 0, right: 0, bottom: 0, left: PANEL_PX } : { top: 0, right: 0, bottom: height * share, left: 0 }

/** The trail must not be under the edges, the buttons on the right, or the note about sample data at the top. */
export const aroundTrail = (sheetPx: number): Covered =>
  isDesktop() ? { top: 56, right: 96, bottom: 40, left: PANEL_PX + 24 } : { top: 48, right: 64, bottom: sheetPx + 24, left: 24 }
