import type { UserAccess } from '@trailwarden/api'
import { useState } from 'react'
import { Age } from '#parts/status/age.tsx'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'
import { answerRequest } from './people.ts'

const Frame = styled('div')({ padding: '16px 16px 0', [DESKTOP]: { padding: '24px 24px 0' } })
const List = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', padding: '8px 0', borderTop: `1px solid ${colour('line')}` },
  '& li > div': { flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' },
})

export function AccountRequests({ requests, onAnswer }: { requests: UserAccess['requests']; onAnswer: () => void }) {
  const [busy, setBusy] = useState<string | null>(null)
  if (requests.length === 0) return null
  const answer = async (id: string, yes: boolean) => {
    setBusy(id)
    await answerRequest(id, yes)
    setBusy(null)
    // Another manager may already have decided, so the list is also reloaded after an error.
    onAnswer()
  }
  return (
    <Frame>
      <PaddedCard aria-labelledby="account-requests">
        <CardHeading id="account-requests">
          {requests.length === 1 ? '1 person has requested an account' : `${requests.length} people have requested an account`}
        </CardHeading>
        <Muted>If you approve, the person gets an invitation. If you decline, they aren’t notified.</Muted>
        <List>
          {requests.map(({ id, displayName, email, askedAt }) => (
            <li key={id}>
              <div>
                <b>{displayName}</b>
                <Muted>
                  {email}, <Age at={askedAt} lead="requested" />
                </Muted>
              </div>
              <Button
                variant="contained"
                disabled={busy === id}
                onClick={() => void answer(id, true)}
                aria-label={`Approve ${displayName}`}
              >
                Approve
              </Button>
              <AskFirst
                question={`Decline ${displayName}’s request?`}
                answer="Decline"
                act={() => void answer(id, false)}
                button={(ask) => (
                  <Button disabled={busy === id} onClick={ask} aria-label={`Decline ${displayName}`}>
                    Decline
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
