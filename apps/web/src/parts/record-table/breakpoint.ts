import { useCallback, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Returns the largest of these widths that fits in the window, or 0. Renders again only when the result changes. */
export function useBreakpoint(widths: readonly number[]): number {
  const read = useCallback(() => Math.max(0, ...widths.filter((width) => innerWidth >= width)), [widths])
  // Outside a browser, there is no window to measure, so the phone layout is used.
  return useSyncExternalStore(subscribe, read, () => 0)
}
