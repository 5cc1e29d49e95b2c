import { type RefObject, useEffect, useRef } from 'react'

/** The section may be below the fold or hidden by the call button, so the user might not notice that it has opened. */
export function useIntoView<Element extends HTMLElement>(isOpen: boolean): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (!isOpen) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.current?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  }, [isOpen])
  return element
}
