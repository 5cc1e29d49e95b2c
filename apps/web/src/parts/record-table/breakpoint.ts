import { useCallback, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** The hook renders again only when the result changes. */
export function useBreakpoint(widths: readonly number[]): number {
  const read = useCallback(() => Math.max(0, ...widths.filter((width) => innerWidth >= width)), [widths])
  return useSyncExternalStore(subscribe, read, () => 0)
}
