import { styled } from '@mui/material/styles'
import type { ShownStatus } from '#parts/shown-status.ts'
import { StatusShape, StatusText } from '#parts/status-shape.tsx'
import { Muted } from '#ui/card.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'

// Knows its columns beforehand: a page painted while it arrives would widen two networks and then move them for the third.
export const Networks = styled('ul', { shouldForwardProp: (prop) => prop !== 'count' })<{ count: number }>(({ count }) => ({
  [DESKTOP]: { gridArea: '2 / 1 / auto / -1', display: 'grid', gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` },
}))

export const Network = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '40px 1fr auto',
  gap: '2px 14px',
  padding: '12px 16px',
  alignItems: 'center',
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& > svg': { gridRow: '1 / span 2', alignSelf: 'start', marginTop: 2 },
  '& h3': theme.typography.h3,
  '& b': { fontSize: 15 },
  '& p': { gridColumn: '2 / -1', overflowWrap: 'anywhere' },
  [DESKTOP]: {
    gridTemplateColumns: '40px 1fr',
    padding: '12px 16px 18px',
    alignContent: 'start',
    '& + &': { borderTop: 0, borderLeft: `1px solid ${colour('line')}` },
    '& > svg': { gridRow: '1 / span 3' },
    '& b, & p': { gridColumn: 2 },
    '& b': { fontSize: 16 },
  },
}))

/** Each network with its shape, its word and its message. */
export function NetworkStatuses({ networks }: { networks: readonly (ShownStatus & { id: string; name: string })[] }) {
  return (
    <Networks count={networks.length}>
      {networks.map(({ id, name, shape, word, message }) => (
        <Network key={id}>
          <StatusShape status={shape} />
          <h3>{name}</h3>
          <StatusText status={shape}>{word}</StatusText>
          {message && <Muted>{message}</Muted>}
        </Network>
      ))}
    </Networks>
  )
}
