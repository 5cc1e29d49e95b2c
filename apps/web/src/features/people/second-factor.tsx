import { type IdentityProof, SecondFactorResetAnswer, type UserAccess } from '@trailwarden/api'
import { ADMINISTRATOR, type Person } from '@trailwarden/domain'
import { useState } from 'react'
import { callApi } from '#data/api.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { IdentityDialog } from '#parts/person/identity-dialog.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Age } from '#parts/status/age.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'

const REMOVES =
  'This removes their passkeys, recovery codes and password, and logs them out. We’ll email them a link to choose a new password.'

type Props = { user: Person; request: UserAccess['people'][number]['resetRequest']; onChange: () => void }

export function SecondFactor({ user, request, onChange }: Props) {
  const me = useSignedIn()
  const [isAsking, setIsAsking] = useState(false)
  if (me.role < ADMINISTRATOR || me.id === user.id) return null
  const needsTwo = user.role >= ADMINISTRATOR
  const reset = async (proof: IdentityProof) => {
    const answer = await callApi('POST', `/api/users/${user.id}/second-factor-reset`, SecondFactorResetAnswer, { proof })
    if (!answer.ok) return { ok: false as const, message: answer.code === 'own-entry' ? answer.detail : reasonOf(answer) }
    toast('success', answer.value.outcome === 'reset' ? 'Second factor reset' : 'Sent to the other administrators for approval')
    setIsAsking(false)
    onChange()
    return answer
  }
  const withdraw = async () => {
    const answer = await callApi('DELETE', `/api/users/${user.id}/second-factor-reset`, null)
    if (answer.ok || answer.code === 'not-found') toast('success', 'Request withdrawn')
    else toast('error', `Couldn’t withdraw the request. ${reasonOf(answer)}`)
    onChange()
  }
  return (
    <>
      {request && (
        <Notice>
          <Age at={request.at} lead="Second factor reset requested" /> by {request.by === me.id ? 'you' : request.byName}.{' '}
          {request.by === me.id ? 'Another administrator must approve it.' : 'Talk to the user before you approve it.'}
        </Notice>
      )}
      <div>
        {request?.by !== me.id && (
          <Button onClick={() => setIsAsking(true)}>{request ? 'Approve second factor reset' : 'Reset second factor'}</Button>
        )}
        {request && <Button onClick={() => void withdraw()}>Withdraw request</Button>}
      </div>
      {isAsking && (
        <IdentityDialog
          title={`Reset ${user.displayName}’s second factor?`}
          text={needsTwo && !request ? `${REMOVES} Another administrator must approve this first.` : REMOVES}
          send={needsTwo && !request ? 'Ask for approval' : 'Reset second factor'}
          deletes
          act={reset}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
