import { keyframes } from '@emotion/react'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { styled } from '../styled.ts'
import { colour, REDUCED_MOTION, typography } from '../theme/theme.ts'

const CANCEL_AFTER_MS = 5000
/** Most screens load within this delay, and a flash would be distracting. */
const SHOW_AFTER_MS = 200

const turn = keyframes({ to: { transform: 'rotate(360deg)' } })

const Cover = styled('div')({
  position: 'fixed',
  inset: 0,
  zIndex: 1300,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 16,
  background: colour('bg'),
  ...typography.h3,
})

const Ring = styled('div')({
  width: 56,
  height: 56,
  borderRadius: '50%',
  border: `6px solid ${colour('primaryContainer')}`,
  borderTopColor: colour('primary'),
  animation: `${turn} 1s linear infinite`,
  [REDUCED_MOTION]: { animation: 'none' },
})

export function LoadingOverlay({ onCancel }: { onCancel: () => void }) {
  const [phase, setPhase] = useState<'hidden' | 'loading' | 'slow'>('hidden')
  useEffect(() => {
    const show = setTimeout(() => setPhase('loading'), SHOW_AFTER_MS)
    const slow = setTimeout(() => setPhase('slow'), CANCEL_AFTER_MS)
    return () => {
      clearTimeout(show)
      clearTimeout(slow)
    }
  }, [])
  if (phase === 'hidden') return null
  return (
    <Cover role="alert" aria-busy="true">
      <Ring />
      Loading
      {phase === 'slow' && (
        <Button variant="outlined" onClick={onCancel}>
          Cancel (go back)
        </Button>
      )}
    </Cover>
  )
}
