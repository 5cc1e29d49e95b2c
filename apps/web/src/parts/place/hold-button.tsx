import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

const FIRST_MS = 450
const NEXT_MS = 160

type Props = { onStep: () => void; disabled: boolean; children: ReactNode }

/** Steps once per press, and repeatedly while held. */
export function HoldButton({ onStep, disabled, children }: Props) {
  const [isHeld, setIsHeld] = useState(false)
  const hasRepeated = useRef(false)
  const step = useEffectEvent(() => {
    hasRepeated.current = true
    onStep()
  })
  useEffect(() => {
    if (!isHeld) return
    let next: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(() => {
      step()
      next = setInterval(step, NEXT_MS)
    }, FIRST_MS)
    return () => {
      clearTimeout(first)
      clearInterval(next)
    }
  }, [isHeld])
  const release = () => setIsHeld(false)
  return (
    <Button
      variant="outlined"
      disabled={disabled}
      onPointerDown={() => {
        hasRepeated.current = false
        setIsHeld(true)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!hasRepeated.current) onStep()
        hasRepeated.current = false
      }}
    >
      {children}
    </Button>
  )
}
