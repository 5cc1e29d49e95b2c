import type { ReactNode } from 'react'
import { useIsFetched } from '#data/use-records.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Muted } from '#ui/card.tsx'

/** Before the first response from the server, the device can't know whether the list is empty. */
export function WhenFetched({ children, isOne = false }: { children: ReactNode; isOne?: boolean }) {
  const isFetched = useIsFetched()
  const hasSignal = useHasSignal()
  if (isFetched) return children
  return <Muted role="status">{hasSignal ? 'Loading…' : `Not downloaded yet. Go online to see ${isOne ? 'it' : 'them'}.`}</Muted>
}
