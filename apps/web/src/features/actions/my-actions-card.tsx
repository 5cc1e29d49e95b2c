import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { placeName } from '@trailwarden/domain'
import { Link } from 'react-router'
import { RatingTile } from '#parts/rating-tile.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { colour } from '#ui/theme.ts'
import { useActions } from './actions.ts'

const Frame = styled(Card)({ paddingBottom: 4, '& > p': { padding: '4px 16px 8px' }, '& > a': { margin: '0 4px' } })

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
  '& svg:last-child': { color: colour('text2') },
})

const SHOWN = 5

/** On home: what is outstanding and assigned to the person or recorded by them, the newest first. */
export function MyActionsCard() {
  const mine = useActions('mine', useSignedIn())?.filter(({ status }) => status === 'Unresolved')
  const newest = mine?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, SHOWN)
  return (
    <Frame aria-label="My Actions">
      <CardHeading>My Actions</CardHeading>
      {newest?.length === 0 && <Muted>No outstanding actions assigned to you</Muted>}
      <ul>
        {newest?.map((action) => (
          <li key={action.id}>
            <Row to={`/actions/view/${action.id}`}>
              <RatingTile rating={action.rating} size={28} />
              <span>
                <b>{action.description}</b>
                <Muted as="span">
                  {action.rating} · {placeName(action)}
                </Muted>
              </span>
              <Icon path={iconChevronRight} />
            </Row>
          </li>
        ))}
      </ul>
      <Button component={Link} to="/actions/mine">
        All my actions
        <Icon path={iconChevronRight} />
      </Button>
    </Frame>
  )
}
