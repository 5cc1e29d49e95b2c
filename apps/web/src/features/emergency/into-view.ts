import { type RefObject, useEffect, useRef } from 'react'

/** What someone opens is brought before their eyes: below the fold, or under the call, nothing would seem to happen. */
export function useIntoView<Element extends HTMLElement>(isOpen: boolean): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (!isOpen) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.current?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  }, [isOpen])
  return element
}
