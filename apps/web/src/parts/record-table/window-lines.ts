/**
 * The page itself scrolls, so that a list of 10,000 rows has no second scroll bar. Estimated heights are replaced once a line with
 * `data-line` is in the document and measured.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** Lines slightly off the screen are rendered too, so that they are there when someone scrolls fast. */
const MARGIN_PX = 400
/** Every rendered line slows down each update, so very tall screens also have a limit. */
const MOST_LINES = 90
/** Rounding means that scrolling by a single pixel doesn't render the list again. */
const STEP_PX = 100

/** offsets[i] is where line i begins, and the last entry is where the list ends. */
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

export function spanOf(offsets: Float64Array, topPx: number, heightPx: number): { first: number; end: number } {
  const first = lineAt(offsets, topPx - MARGIN_PX)
  const last = lineAt(offsets, topPx + heightPx + MARGIN_PX)
  return { first, end: Math.min(offsets.length - 1, last + 1, first + MOST_LINES) }
}

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
  // When the list gets shorter, the browser may scroll, so the position is measured before painting. At the top, nothing can scroll, and
  // measuring would cost a layout for every key press.
  const wasScrolled = place.topPx > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the length is not read, but its change must trigger this.
  useLayoutEffect(() => {
    if (wasScrolled) measure()
  }, [lengthPx, wasScrolled, measure])
  return place
}

type LineWindow<Element> = {
  listRef: RefObject<Element | null>
  first: number
  end: number
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
