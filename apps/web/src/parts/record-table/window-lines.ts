/**
 * Determines which lines of a long list are near the screen while the page itself scrolls. A page with 10,000 rows then scrolls like any
 * other, without a second scroll bar inside it.
 *
 * Heights may be estimates. Lines with `data-line` are measured once they are in the document.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** Lines within this distance above and below the screen are also rendered, so that they are there when someone scrolls fast. */
const MARGIN_PX = 400
/** Limits the number of rendered lines on very tall screens, because every line slows down each update. */
const MOST_LINES = 90
/** Rounds scroll positions to this number of pixels, so that scrolling by a single pixel doesn't render the list again. */
const STEP_PX = 100

/** Finds the line that covers a position by binary search. offsets[i] is where line i begins, and the last entry is where the list ends. */
export function lineAt(offsets: Float64Array, px: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle + 1] ?? 0) <= px) low = middle + 1
    else high = middle
  }
  return low
}

export function offsetsOf(count: number, heightOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) offsets[i + 1] = (offsets[i] ?? 0) + heightOf(i)
  return offsets
}

/** Returns the lines from `first` up to but excluding `end`. */
export function spanOf(offsets: Float64Array, topPx: number, heightPx: number): { first: number; end: number } {
  const first = lineAt(offsets, topPx - MARGIN_PX)
  const last = lineAt(offsets, topPx + heightPx + MARGIN_PX)
  return { first, end: Math.min(offsets.length - 1, last + 1, first + MOST_LINES) }
}

/** Returns the scroll position relative to the top of the list, never negative. */
function useScrollPosition(list: RefObject<HTMLElement | null>, lengthPx: number) {
  const [place, setPlace] = useState({ topPx: 0, heightPx: 900 })
  const measure = useCallback(() => {
    if (!list.current) return
    const topPx = Math.max(0, Math.floor(-list.current.getBoundingClientRect().top / STEP_PX) * STEP_PX)
    const heightPx = innerHeight + STEP_PX
    setPlace((old) => (old.topPx === topPx && old.heightPx === heightPx ? old : { topPx, heightPx }))
  }, [list])
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [measure])
  // When the list gets shorter, the page does too, and the browser may scroll. The position is therefore measured before painting. At the
  // top of the page, nothing can scroll, so the measurement is skipped because it would cost a layout for every key press.
  const wasScrolled = place.topPx > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the length is not read, but its change must trigger this.
  useLayoutEffect(() => {
    if (wasScrolled) measure()
  }, [lengthPx, wasScrolled, measure])
  return place
}

type LineWindow<Element> = {
  /** Ref for the element that contains all lines and nothing else. */
  listRef: RefObject<Element | null>
  first: number
  end: number
  /** Heights of the lines above and below that aren't rendered. */
  beforePx: number
  afterPx: number
}

export function useLineWindow<Element extends HTMLElement, Line extends { key: string }>(
  lines: readonly Line[],
  estimatePx: (line: Line) => number,
): LineWindow<Element> {
  const listRef = useRef<Element>(null)
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map())
  const offsets = useMemo(
    () => offsetsOf(lines.length, (i) => (lines[i] ? (measured.get(lines[i].key) ?? estimatePx(lines[i])) : 0)),
    [lines, measured, estimatePx],
  )
  const lengthPx = offsets[lines.length] ?? 0
  const { topPx, heightPx } = useScrollPosition(listRef, lengthPx)
  const { first, end } = useMemo(() => spanOf(offsets, topPx, heightPx), [offsets, topPx, heightPx])
  useLayoutEffect(() => {
    const changed = new Map<string, number>()
    for (const line of listRef.current?.querySelectorAll<HTMLElement>('[data-line]') ?? []) {
      const key = line.dataset.line ?? ''
      if (measured.get(key) !== line.offsetHeight) changed.set(key, line.offsetHeight)
    }
    if (changed.size > 0) setMeasured(new Map([...measured, ...changed]))
  })
  return { listRef, first, end, beforePx: offsets[first] ?? 0, afterPx: lengthPx - (offsets[end] ?? lengthPx) }
}
