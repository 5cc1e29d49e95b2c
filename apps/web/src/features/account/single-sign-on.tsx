/** Signing in with the council's own accounts: the way there, and what is said after the way back. */
import Button from '@mui/material/Button'
import { SignOnBegun, type SignOnProblem } from '@trailwarden/api'
import { useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { callApi } from '#data/api.ts'
import { endLeftSession, refreshSession, signedInPerson } from '#data/session.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { nextPath } from '#lib/next-path.ts'
import { reasonOf } from '#parts/reason.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts.ts'

const PROBLEMS: Record<SignOnProblem, string> = {
  'sign-on-failed': 'You were not logged in. Try again.',
  'sign-on-cancelled': 'You were not logged in, because it was cancelled.',
  'sign-on-email': 'Your account there has no confirmed email address that can be used here. Ask the people who look after it.',
  'sign-on-no-account': 'You have no account here yet. Ask the trail manager for an invitation.',
  'sign-on-waiting': 'The managers have your request. You get an email once one of them says yes.',
  'sign-on-refused': 'This account cannot be opened in this way. Ask the trail manager.',
}

export function SignOnButton({ name }: { name: string }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    // The answer to a logout that still waits would take the new session away again.
    await endLeftSession()
    const begun = await callApi('POST', '/api/account/sign-on', SignOnBegun, { next: nextPath(location.search, location.origin) })
    if (begun.ok) return location.assign(begun.value.url)
    setIsLeaving(false)
    toast(
      'error',
      ACCOUNT_MESSAGES.notLoggedIn(begun.code === 'unavailable' ? `${name} does not answer. Try again later.` : reasonOf(begun)),
    )
  }
  return (
    <Button variant="outlined" sx={{ minHeight: 56 }} disabled={isLeaving} onClick={() => void leave()}>
      {name}
    </Button>
  )
}

/** What came of it, for someone who has just come back. The address names it by a code: nobody can write text of theirs into this page. */
export function SignOnReturn() {
  const [params, setParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const hasReturned = params.get('signed') === 'in'
  const problem = params.get('problem') ?? ''
  useEffect(() => {
    if (!hasReturned) return
    void refreshSession().then(() => {
      if (signedInPerson()) {
        toast('success', ACCOUNT_MESSAGES.loggedIn)
        // The route's guard knows where to go on. The session may have come before the page was drawn, and then nobody has asked it again.
        return void revalidate()
      }
      toast('error', ACCOUNT_MESSAGES.notLoggedIn('This browser did not store the session.'))
      setParams({}, { replace: true })
    })
  }, [hasReturned, setParams, revalidate])
  if (hasReturned) return <Notice>{ACCOUNT_MESSAGES.loggingIn}</Notice>
  const text = Object.entries(PROBLEMS).find(([code]) => code === problem)?.[1]
  return text ? <Notice>{text}</Notice> : null
}
