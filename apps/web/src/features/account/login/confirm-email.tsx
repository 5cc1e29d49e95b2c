import { useState } from 'react'
import { Link } from 'react-router'
import { reasonOf } from '#parts/form/reason.ts'
import { SiteCard } from '#parts/page/site-card.tsx'
import { useLinkToken } from '#parts/person/link-token.ts'
import { Button } from '#ui/button.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { confirmEmail } from '../account.ts'

/** Mail scanners open links but don't press buttons, so the confirmation needs a button. */
export function ConfirmEmail() {
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<string | null>(token ? null : 'Open the link in the email we sent to your new address.')
  const [isSending, setIsSending] = useState(false)
  const confirm = async (token: string) => {
    setIsSending(true)
    const answer = await confirmEmail(token)
    setIsSending(false)
    if (answer.ok) setOutcome(`You can now log in with ${answer.value.email}.`)
    // Without a response, the link may still be valid, so the button remains.
    else if (answer.code !== 'no-answer') setOutcome(reasonOf(answer))
  }
  return (
    <CentredPage>
      <SiteCard>
        {outcome && <Notice>{outcome}</Notice>}
        {token && !outcome ? (
          <Button variant="contained" sx={{ minHeight: 56 }} disabled={isSending} onClick={() => confirm(token)}>
            Use this email address
          </Button>
        ) : (
          <Button variant="contained" sx={{ minHeight: 56 }} component={Link} to="/account">
            Go to Account
          </Button>
        )}
      </SiteCard>
    </CentredPage>
  )
}
