import { Link } from 'react-router'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { type SeenAction, useActions } from '../actions.ts'
import { ActionRow } from './action-row.tsx'

const Frame = styled(Card)({
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8, minHeight: 56, padding: '4px 4px 4px 0' },
  '& h2': { padding: '0 0 0 16px' },
  '& ul': { borderTop: `1px solid ${colour('line')}` },
  '& time': { whiteSpace: 'nowrap' },
})

const State = styled('span')({
  display: 'block',
  fontSize: rem(13),
  lineHeight: rem(18),
  fontWeight: 600,
  '&[data-state=Resolved]': { color: colour('successText') },
})

const SHOWN = 3

function stateOf({ status, assignedTo }: SeenAction): string {
  if (status === 'Resolved') return 'Resolved'
  return assignedTo ? 'Assigned' : 'Received'
}

const isSent = ({ state }: SeenAction) => Number(state === 'sent')

export function MyReportsCard() {
  const me = useSignedIn()
  const mine = useActions('mine', me)
  const reports = mine?.filter(({ createdBy }) => createdBy === me.id)
  if (!reports?.length) return null
  const first = reports.toSorted((a, b) => isSent(a) - isSent(b) || b.createdAt.localeCompare(a.createdAt)).slice(0, SHOWN)
  return (
    <Frame aria-label="My Actions" data-half="own">
      <header>
        <CardHeading>My Actions</CardHeading>
        <Button component={Link} to="/actions/mine">
          See all {mine?.length}
        </Button>
      </header>
      <ul>
        {first.map((action) => (
          <ActionRow
            key={action.id}
            action={action}
            after={
              <>
                {' · '}
                <AgeText at={action.createdAt} />
              </>
            }
            below={
              action.state === 'sent' ? (
                <State data-state={stateOf(action)}>{stateOf(action)}</State>
              ) : (
                <Muted as="span">
                  <br />
                  <SyncStateLine state={action.state} />
                </Muted>
              )
            }
          />
        ))}
      </ul>
    </Frame>
  )
}
