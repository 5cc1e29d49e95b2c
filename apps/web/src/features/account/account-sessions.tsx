import { SessionList } from '@trailwarden/api'
import { callApi } from '#data/api.ts'
import { useAnswer } from '#data/use-answer.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { Age } from '#parts/status/age.tsx'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

const Rows = styled('ul')({
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 56, padding: '8px 0' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& li > div': { flex: 1, minWidth: 0 },
  '& b': { fontWeight: 600 },
})

const askSessions = () => callApi('GET', '/api/me/sessions', SessionList)

export function AccountSessions() {
  const { answer, askAgain } = useAnswer(askSessions)
  const end = async (path: string) => {
    const ended = await callApi('DELETE', path, null)
    if (!ended.ok) toast('error', reasonOf(ended))
    askAgain()
  }
  const sessions = answer?.ok ? answer.value.sessions : []
  return (
    <PaddedCard>
      <CardHeading>Where you’re logged in</CardHeading>
      {answer && !answer.ok && <Muted>{reasonOf(answer)}</Muted>}
      <Rows>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.device}</b>
              <Muted>
                {session.current ? 'This device' : <Age at={session.lastSeenAt} lead="Last used" />},{' '}
                <Age at={session.createdAt} lead="logged in" />
              </Muted>
            </div>
            {!session.current && <Button onClick={() => end(`/api/me/sessions/${session.id}`)}>End</Button>}
          </li>
        ))}
      </Rows>
      {sessions.length > 2 && (
        <Button variant="outlined" onClick={() => end('/api/me/sessions')}>
          End all other sessions
        </Button>
      )}
    </PaddedCard>
  )
}
