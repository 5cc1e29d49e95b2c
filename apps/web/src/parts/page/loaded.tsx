import { keyframes } from '@emotion/react'
import { type ReactNode, useEffect } from 'react'
import type { ApiAnswer } from '#data/api.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, REDUCED_MOTION } from '#ui/theme/theme.ts'

const breathe = keyframes({ '50%': { opacity: 0.5 } })

const Grey = styled('div')({
  '& i': {
    display: 'block',
    height: 14,
    margin: '16px 0',
    borderRadius: 7,
    background: colour('surfaceSunken'),
    animation: `${breathe} 1.6s ease-in-out infinite`,
    [REDUCED_MOTION]: { animation: 'none' },
  },
  '& i:nth-of-type(even)': { marginRight: '30%' },
})

const Message = styled('div')({ display: 'grid', justifyItems: 'start', gap: 12 })

type Props<T> = {
  what: string
  asked: { answer: ApiAnswer<T> | null; askAgain: () => void }
  children: (value: T) => ReactNode
}

export function Loaded<T>({ what, asked: { answer, askAgain }, children }: Props<T>) {
  const hasSignal = useHasSignal()
  const isMissing = answer !== null && !answer.ok
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries once when the signal is back, not after each failure
  useEffect(() => {
    if (hasSignal && isMissing && answer.code === 'no-answer') askAgain()
  }, [hasSignal])
  if (answer?.ok) return children(answer.value)
  if (!hasSignal)
    return (
      <Message role="status">
        <b>You’re offline</b>
        <Muted>You need a connection to see {what.toLowerCase()}.</Muted>
      </Message>
    )
  if (!answer)
    return (
      <Grey role="status" aria-label={`Loading: ${what.toLowerCase()}`}>
        <i />
        <i />
        <i />
      </Grey>
    )
  return (
    <Message role="alert">
      <b>Couldn’t load {what.toLowerCase()}.</b>
      <Muted>{reasonOf(answer)}</Muted>
      <Button variant="outlined" onClick={askAgain}>
        Try again
      </Button>
    </Message>
  )
}
