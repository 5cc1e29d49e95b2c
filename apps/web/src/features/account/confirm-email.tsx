import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { useLinkToken } from '#parts/link-token.ts'
import { reasonOf } from '#parts/reason.ts'
import { SiteCard } from '#parts/site-card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { confirmEmail } from './account.ts'

/** Opened by the link sent to a new address. It asks for a press: mail scanners open links, but press nothing. */
export function ConfirmEmail() {
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<string | null>(token ? null : 'Open the link in the email that was sent to your new address.')
  const [isSending, setIsSending] = useState(false)
  const confirm = async (token: string) => {
    setIsSending(true)
    const answer = await confirmEmail(token)
    setIsSending(false)
    if (answer.ok) setOutcome(`From now on you log in with ${answer.value.email}.`)
    // Without an answer the link is still good, so the button stays.
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
