import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { AgeText } from '#parts/age-text.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { colour } from '#ui/theme.ts'
import { ActionRow } from './action-row.tsx'
import { type SeenAction, useActions } from './actions.ts'

const Frame = styled(Card)({
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8, minHeight: 56, padding: '4px 4px 4px 0' },
  '& h2': { padding: '0 0 0 16px' },
  '& ul': { borderTop: `1px solid ${colour('line')}` },
  '& time': { whiteSpace: 'nowrap' },
})

const State = styled('span')({
  display: 'block',
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 600,
  '&[data-state=Fixed]': { color: colour('successText') },
})

const SHOWN = 3

/** How far the trail's people are with it, as its reporter is told. */
function stateOf({ status, assignedTo }: SeenAction): string {
  if (status === 'Resolved') return 'Fixed'
  return assignedTo ? 'Assigned' : 'Received'
}

const isSent = ({ state }: SeenAction) => Number(state === 'sent')

/** On a member's home: what they reported last, first what is still on this device. Nothing for who has reported nothing. */
export function MyReportsCard() {
  const me = useSignedIn()
  const mine = useActions('mine', me)
  const reports = mine?.filter(({ createdBy }) => createdBy === me.id)
  if (!reports?.length) return null
  const first = reports.toSorted((a, b) => isSent(a) - isSent(b) || b.createdAt.localeCompare(a.createdAt)).slice(0, SHOWN)
  return (
    <Frame aria-label="My reports" data-half>
      <header>
        <CardHeading>My reports</CardHeading>
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
