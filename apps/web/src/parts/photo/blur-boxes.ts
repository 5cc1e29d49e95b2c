import { BLUR_SIDE_MIN, type BlurBox } from '@trailwarden/domain'

export type Point = { x: number; y: number }

/** Smaller boxes are accidental taps. */
const DRAWN_MIN = 0.02
// A ten-thousandth of the photo is less than a pixel on the screen.
const rounded = (share: number) => Math.round(share * 10_000) / 10_000
const within = (share: number, most = 1) => Math.min(Math.max(share, 0), Math.max(most, 0))

const boxOf = (x: number, y: number, width: number, height: number): BlurBox => {
  const [left, top] = [rounded(within(x, 1 - width)), rounded(within(y, 1 - height))]
  return { x: left, y: top, width: rounded(Math.min(width, 1 - left)), height: rounded(Math.min(height, 1 - top)) }
}

export function boxBetween(a: Point, b: Point): BlurBox | null {
  const [left, right] = [Math.min(within(a.x), within(b.x)), Math.max(within(a.x), within(b.x))]
  const [top, bottom] = [Math.min(within(a.y), within(b.y)), Math.max(within(a.y), within(b.y))]
  return right - left < DRAWN_MIN || bottom - top < DRAWN_MIN ? null : boxOf(left, top, right - left, bottom - top)
}

export const movedBox = ({ x, y, width, height }: BlurBox, by: Point): BlurBox => boxOf(x + by.x, y + by.y, width, height)

export function resizedBox({ x, y, width, height }: BlurBox, by: Point): BlurBox {
  const side = (from: number, now: number) => Math.min(Math.max(now, BLUR_SIDE_MIN * 2), 1 - from)
  return { x, y, width: rounded(side(x, width + by.x)), height: rounded(side(y, height + by.y)) }
}

export const MIDDLE: BlurBox = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }

const STEP = 0.01
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

export function boxByKey(box: BlurBox, key: string, isShift: boolean): BlurBox | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null
  const by = ARROWS[key]
  return by && (isShift ? resizedBox(box, by) : movedBox(box, by))
}
