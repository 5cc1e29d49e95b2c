/** The council's accounts are on another server, so the browser leaves the app and returns with a result. */

import { SignOnBegun, type SignOnProblem } from '@trailwarden/api'
import { useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { callApi } from '#data/api.ts'
import { endLeftSession, refreshSession, signedInPerson } from '#data/session.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { nextPath } from '#lib/next-path.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toasts.ts'

const PROBLEMS: Record<SignOnProblem, string> = {
  'sign-on-failed': 'You weren’t logged in. Try again.',
  'sign-on-cancelled': 'Login was cancelled.',
  'sign-on-email': 'Your organisation’s account has no verified email address. Ask your IT team for help.',
  'sign-on-no-account': 'You don’t have an account yet. Ask the trail team for an invitation.',
  'sign-on-waiting': 'We’ve sent your request to the trail team. You’ll get an email if it’s approved.',
  'sign-on-refused': 'You can’t use single sign-on for this account. Contact the trail team.',
}

const LIMITED = 'Your role needs a passkey. Log in with yours, or add one under Account > Passkeys.'

export function SignOnButton({ name }: { name: string }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    // The response to a pending logout would end the new session, so the logout comes first.
    await endLeftSession()
    const begun = await callApi('POST', '/api/account/sign-on', SignOnBegun, { next: nextPath(location.search, location.origin) })
    if (begun.ok) return location.assign(begun.value.url)
    setIsLeaving(false)
    toast(
      'error',
      ACCOUNT_MESSAGES.notLoggedIn(begun.code === 'unavailable' ? `${name} isn’t responding. Try again later.` : reasonOf(begun)),
    )
  }
  return (
    <Button variant="outlined" sx={{ minHeight: 56 }} disabled={isLeaving} onClick={() => void leave()}>
      {name}
    </Button>
  )
}

/** The URL contains only a code, so nobody can inject text into the page. */
export function SignOnReturn() {
  const [params, setParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const signed = params.get('signed')
  const hasReturned = signed === 'in' || signed === 'limited'
  const problem = params.get('problem') ?? ''
  useEffect(() => {
    if (!hasReturned) return
    void refreshSession().then(() => {
      if (signedInPerson()) {
        if (signed === 'limited') toast('warning', LIMITED)
        else toast('success', ACCOUNT_MESSAGES.loggedIn)
        // If the session arrived before the page rendered, the guard must run again to redirect the person.
        return void revalidate()
      }
      toast('error', ACCOUNT_MESSAGES.notLoggedIn('This browser didn’t store your login.'))
      setParams({}, { replace: true })
    })
  }, [hasReturned, signed, setParams, revalidate])
  if (hasReturned) return <Notice>{ACCOUNT_MESSAGES.loggingIn}</Notice>
  const text = Object.entries(PROBLEMS).find(([code]) => code === problem)?.[1]
  return text ? <Notice>{text}</Notice> : null
}
