import { useState } from 'react'
import { signedInAs } from '#data/session.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { logInWithPasskey } from '../passkey.ts'

export function PasskeyButton({ onDone }: { onDone?: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const press = async () => {
    setIsAsking(true)
    const done = await logInWithPasskey()
    setIsAsking(false)
    if (!done.ok) return toast('error', ACCOUNT_MESSAGES.notLoggedIn(done.message))
    toast('success', ACCOUNT_MESSAGES.loggedIn)
    signedInAs(done.value)
    onDone?.()
  }
  return (
    <Button variant="outlined" sx={{ minHeight: 56, whiteSpace: 'normal' }} disabled={isAsking} onClick={() => void press()}>
      Log in with a passkey
    </Button>
  )
}
