import { useCallback, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** The widest of these widths that the window has; 0 if it has none. A change of width within one of them renders nothing again. */
export function useBreakpoint(widths: readonly number[]): number {
  const read = useCallback(() => Math.max(0, ...widths.filter((width) => innerWidth >= width)), [widths])
  // Outside a browser there is no window: the phone layout always fits.
  return useSyncExternalStore(subscribe, read, () => 0)
}
