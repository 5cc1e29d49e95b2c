import { isDesktop } from '#lib/breakpoint.ts'
import type { Covered } from '#map/trail-map.ts'

/** A selected network is shown with the list closed, so less space is covered. */
export const coveredNear = (): Covered =>
  isDesktop() ? { top: 60, right: 100, bottom: 60, left: 392 } : { top: 60, right: 76, bottom: 110, left: 24 }
