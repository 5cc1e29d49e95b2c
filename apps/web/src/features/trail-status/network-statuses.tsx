import { Link } from 'react-router'
import { AgeText } from '#parts/status/age-text.tsx'
import type { ShownStatus } from '#parts/status/shown-status.ts'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { UpcomingLines } from '#parts/status/upcoming.tsx'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem } from '#ui/theme/theme.ts'

export const Networks = styled('ul')({ display: 'grid', borderTop: `1px solid ${colour('line')}` })

export const Network = styled('li')({
  display: 'grid',
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& > *': {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr) auto',
    gap: 12,
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: 60,
    padding: '6px 12px 6px 16px',
    color: 'inherit',
    textDecoration: 'none',
  },
  // Screen readers need the space between the name and the status.
  '& h3': { display: 'inline', font: font('600 16px/21px'), marginRight: 4 },
  '& b': { font: font('700 14px/20px') },
  '& p': { lineHeight: rem(19), overflowWrap: 'anywhere' },
  '& a > svg:last-child': { color: colour('text2') },
  [DESKTOP]: {
    '& > *': { gridTemplateColumns: '40px minmax(0, 1fr) auto', gap: 20, padding: '12px 20px' },
    '& > * > svg:first-child': { width: 40, height: 40 },
    '& h3': { font: font('700 18px/24px') },
    '& b': { fontSize: rem(16) },
    '& p': { fontSize: rem(15), lineHeight: rem(21) },
  },
})

/** `postedAt` is set if the networks were confirmed at different times. */
type Row = ShownStatus & { id: string; name: string; postedAt?: string | null | undefined; lines?: readonly string[] }

export function NetworkStatuses({ networks, pathTo }: { networks: readonly Row[]; pathTo?: ((id: string) => string) | undefined }) {
  return (
    <Networks>
      {networks.map((network) => (
        <Network key={network.id}>
          {pathTo ? (
            <Link to={pathTo(network.id)}>
              <RowOf {...network} />
              <Icon path={iconChevronRight} />
            </Link>
          ) : (
            <div>
              <RowOf {...network} />
            </div>
          )}
        </Network>
      ))}
    </Networks>
  )
}

function RowOf({ name, shape, word, message, postedAt, lines = [] }: Row) {
  return (
    <>
      <StatusShape status={shape} size={32} />
      <div>
        <h3>{name}</h3> <StatusText status={shape}>{word}</StatusText>
        {message && <Muted>{message}</Muted>}
        <UpcomingLines lines={lines} />
        {postedAt && (
          <Muted>
            <AgeText at={postedAt} lead="Confirmed" />
          </Muted>
        )}
      </div>
    </>
  )
}
