import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { AgeText } from '#parts/age-text.tsx'
import type { ShownStatus } from '#parts/shown-status.ts'
import { StatusShape, StatusText } from '#parts/status-shape.tsx'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'

/** Rows of equal height where there is more room than they need. */
export const Networks = styled('ul')({ display: 'grid', gridAutoRows: 'minmax(auto, 1fr)', borderTop: `1px solid ${colour('line')}` })

export const Network = styled('li')(({ theme }) => ({
  display: 'grid',
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& > *': {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr) auto',
    gap: 14,
    alignItems: 'center',
    padding: '10px 16px',
    color: 'inherit',
    textDecoration: 'none',
  },
  '& h3, & b': theme.typography.h3,
  // The name and the word in one line, or below each other where that is too narrow; a space between them for those who hear it.
  '& h3': { display: 'inline', marginRight: 8 },
  '& b': { fontSize: 15, fontWeight: 700 },
  '& p': { overflowWrap: 'anywhere' },
  '& a > svg:last-child': { color: colour('text2') },
  [DESKTOP]: {
    '& > *': { gridTemplateColumns: '40px minmax(0, 1fr) auto', gap: 18, padding: '12px 18px' },
    '& svg:first-child': { width: 40, height: 40 },
    '& h3, & b': { fontSize: 18 },
    '& b': { fontSize: 16 },
    '& p': { fontSize: 15 },
  },
}))

/** `postedAt`: where each has a time of its own. */
type Row = ShownStatus & { id: string; name: string; postedAt?: string | null | undefined }

/** Each network with its shape, its word and its message; `pathTo` leads from it to more. */
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

function RowOf({ name, shape, word, message, postedAt }: Row) {
  return (
    <>
      <StatusShape status={shape} size={32} />
      <div>
        <h3>{name}</h3> <StatusText status={shape}>{word}</StatusText>
        {message && <Muted>{message}</Muted>}
        {postedAt && (
          <Muted>
            <AgeText at={postedAt} lead="Confirmed" />
          </Muted>
        )}
      </div>
    </>
  )
}
