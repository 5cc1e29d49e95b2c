import { Link } from 'react-router'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { WhenFetched } from '#parts/record/when-fetched.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { useActions } from '../actions.ts'
import { ActionRow } from './action-row.tsx'

const Frame = styled(Card)({ paddingBottom: 4, '& > p': { padding: '4px 16px 8px' }, '& > a': { margin: '0 4px' } })

const SHOWN = 5

export function MyActionsCard() {
  const mine = useActions('mine', useSignedIn())?.filter(({ status }) => status === 'Unresolved')
  const newest = mine?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, SHOWN)
  return (
    <Frame aria-label="My Actions">
      <CardHeading>My Actions</CardHeading>
      {newest?.length === 0 && (
        <WhenFetched>
          <Muted>No outstanding actions assigned to you</Muted>
        </WhenFetched>
      )}
      <ul>
        {newest?.map((action) => (
          <ActionRow key={action.id} action={action} before={`${action.rating} · `} />
        ))}
      </ul>
      <Button component={Link} to="/actions/mine">
        All my Actions
        <Icon path={iconChevronRight} />
      </Button>
    </Frame>
  )
}
