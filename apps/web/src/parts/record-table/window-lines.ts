/**
 * Which lines of a long list are near the screen, by the scrolling of the page itself: a table of 10,000 rows is then one page like
 * any other, with the browser's own scroll bar, and no second one inside it.
 *
 * Heights may be estimates; lines that carry `data-line` are measured once they stand on the page.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** Above and below the screen, so that fast scrolling finds rows already there. */
const MARGIN_PX = 400
/** However tall the screen: each line costs time at every change. */
const MOST_LINES = 90
/** The page is looked at in steps of this: a render for each pixel scrolled would be work for nothing. */
const STEP_PX = 100

/** The line that covers a place, by halving; offsets[i] is where line i begins, and the last one where the list ends. */
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

/** Lines from `first` up to and without `end`. */
export function spanOf(offsets: Float64Array, topPx: number, heightPx: number): { first: number; end: number } {
  const first = lineAt(offsets, topPx - MARGIN_PX)
  const last = lineAt(offsets, topPx + heightPx + MARGIN_PX)
  return { first, end: Math.min(offsets.length - 1, last + 1, first + MOST_LINES) }
}

/** Where the page has been scrolled to, seen from the top of the list; never above it. */
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
  // A shorter list makes a shorter page, which the browser may scroll back: looked at before it is painted. Not at the top, where
  // people search: there is nothing to scroll back, and looking costs a layout for every key.
  const wasScrolled = place.topPx > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the length is not read, its change is what matters.
  useLayoutEffect(() => {
    if (wasScrolled) measure()
  }, [lengthPx, wasScrolled, measure])
  return place
}

type LineWindow<Element> = {
  /** For the element that holds all lines and nothing else. */
  listRef: RefObject<Element | null>
  first: number
  end: number
  /** Room to leave for the lines that are not there. */
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
