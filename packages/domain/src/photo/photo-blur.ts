/** Boxes are fractions of the upright photo, so that they fit every size of the photo (RULES.md, PH6, PH7). */
import * as z from 'zod/mini'

export const BLUR_BOXES_MAX = 20
/** Smaller boxes were probably drawn by accident. */
export const BLUR_SIDE_MIN = 0.01
/** Managers can see the original photo for this many days. */
export const ORIGINAL_DAYS = 365

const share = (least: number) => z.number().check(z.gte(least), z.lte(1))
// Allows for rounding errors in sums of fractions.
const ROUNDING = 1e-6

export const BlurBox = z
  .strictObject({ x: share(0), y: share(0), width: share(BLUR_SIDE_MIN), height: share(BLUR_SIDE_MIN) })
  .check(z.refine(({ x, y, width, height }) => x + width <= 1 + ROUNDING && y + height <= 1 + ROUNDING, 'outside the photo'))
export type BlurBox = z.infer<typeof BlurBox>

export const BlurBoxes = z.array(BlurBox).check(z.maxLength(BLUR_BOXES_MAX))

/**
 * Four patches along the longer side reduce a face to hair above skin and make a number plate unreadable. With more patches, the result
 * could be matched against known photos.
 */
const PATCHES = 4

/** PH7: uniform patches replace the content of a box. */
export function patchesOf({ width, height }: { width: number; height: number }): { columns: number; rows: number } {
  const along = (side: number) => Math.max(1, Math.round((PATCHES * side) / Math.max(width, height)))
  return { columns: along(width), rows: along(height) }
}
