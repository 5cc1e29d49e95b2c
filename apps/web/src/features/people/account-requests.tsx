import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { UserAccess } from '@trailwarden/api'
import { useState } from 'react'
import { Age } from '#parts/age.tsx'
import { AskFirst } from '#ui/ask-first.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { answerRequest } from './people.ts'

const Frame = styled('div')({ padding: '16px 16px 0', [DESKTOP]: { padding: '24px 24px 0' } })
const List = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', padding: '8px 0', borderTop: `1px solid ${colour('line')}` },
  '& li > div': { flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' },
})

/** People who ask for an account, where a manager says yes or no to each. */
export function AccountRequests({ requests, onAnswer }: { requests: UserAccess['requests']; onAnswer: () => void }) {
  const [busy, setBusy] = useState<string | null>(null)
  if (requests.length === 0) return null
  const answer = async (id: string, yes: boolean) => {
    setBusy(id)
    await answerRequest(id, yes)
    setBusy(null)
    // Also after a refusal: somebody else may have answered.
    onAnswer()
  }
  return (
    <Frame>
      <PaddedCard aria-labelledby="account-requests">
        <CardHeading id="account-requests">
          {requests.length === 1 ? '1 person asks' : `${requests.length} people ask`} for an account
        </CardHeading>
        <Muted>A yes sends an invitation to the address. A no is not told to anybody.</Muted>
        <List>
          {requests.map(({ id, displayName, email, askedAt }) => (
            <li key={id}>
              <div>
                <b>{displayName}</b>
                <Muted>
                  {email}, <Age at={askedAt} lead="asked" />
                </Muted>
              </div>
              <Button
                variant="contained"
                disabled={busy === id}
                onClick={() => void answer(id, true)}
                aria-label={`Yes, invite ${displayName}`}
              >
                Yes, invite
              </Button>
              <AskFirst
                question={`Decline the request of ${displayName}?`}
                answer="Decline"
                act={() => void answer(id, false)}
                button={(ask) => (
                  <Button disabled={busy === id} onClick={ask} aria-label={`No to ${displayName}`}>
                    No
                  </Button>
                )}
              />
            </li>
          ))}
        </List>
      </PaddedCard>
    </Frame>
  )
}
