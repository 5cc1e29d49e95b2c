import { placeName } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'

const Row = styled(Link)({
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) 24px',
  alignItems: 'center',
  gap: 12,
  minHeight: 64,
  padding: '10px 12px 10px 16px',
  color: colour('text'),
  textDecoration: 'none',
  'li + li &': { borderTop: `1px solid ${colour('line')}` },
  '& b': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& > svg:last-child': { color: colour('text2') },
})

export function ActionRow({ action, before, after, below }: { action: SeenAction; before?: string; after?: ReactNode; below?: ReactNode }) {
  return (
    <li>
      <Row to={`/actions/view/${action.id}`}>
        <RatingTile rating={action.rating} size={28} />
        <span>
          <b>{action.description}</b>
          <Muted as="span">
            {before}
            {placeName(action)}
            {after}
          </Muted>
          {below}
        </span>
        <Icon path={iconChevronRight} />
      </Row>
    </li>
  )
}
