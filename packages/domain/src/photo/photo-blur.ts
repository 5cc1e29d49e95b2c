/** What is made unrecognisable in a photo (RULES.md, PH6, PH7). Boxes are shares of the upright picture, so that they fit every size of it. */
import * as z from 'zod/mini'

export const BLUR_BOXES_MAX = 20
/** Of the picture's side: a smaller one was a slip of the finger. */
export const BLUR_SIDE_MIN = 0.01
/** So long the original is there, for managers. */
export const ORIGINAL_DAYS = 365

const share = (least: number) => z.number().check(z.gte(least), z.lte(1))
// Sums of shares are not exact.
const ROUNDING = 1e-6

export const BlurBox = z
  .strictObject({ x: share(0), y: share(0), width: share(BLUR_SIDE_MIN), height: share(BLUR_SIDE_MIN) })
  .check(z.refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, 'outside of the photo'))
export type BlurBox = z.infer<typeof BlurBox>

export const BlurBoxes = z.array(BlurBox).check(z.maxLength(BLUR_BOXES_MAX))

/** Along the longer side. Of a face this leaves hair above skin, of a plate nothing. More could be matched against pictures that are known. */
const PATCHES = 4

/** PH7: into how many even patches what lies under a box is mixed. */
export function patchesOf({ width, height }: { width: number; height: number }): { columns: number; rows: number } {
  const along = (side: number) => Math.max(1, Math.round((PATCHES * side) / Math.max(width, height)))
  return { columns: along(width), rows: along(height) }
}
