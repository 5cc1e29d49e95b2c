import Button from '@mui/material/Button'
import { ConfirmSubscriptionAnswer } from '@trailwarden/api'
import { Email } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { useLinkToken } from '#parts/link-token.ts'
import { reasonOf } from '#parts/reason.ts'
import { SiteCard } from '#parts/site-card.tsx'
import { Muted } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'

/** Asks for trail status by email; opened by the link in the first email, it confirms. */
export function Subscribe() {
  const token = useLinkToken()
  return (
    <CentredPage>
      <SiteCard>{token ? <Confirm token={token} /> : <Ask />}</SiteCard>
    </CentredPage>
  )
}

const ALL = 'all'
const Values = z.object({ email: Email, network: z.string() })

function Ask() {
  const { site } = usePageData()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useEditForm({
    schema: Values,
    values: { email: '', network: ALL },
    keepsEdits: false,
    async save({ email, network }) {
      const networks = network === ALL ? site.networks.map(({ id }) => id) : [network]
      const answer = await callApi('POST', '/api/subscriptions', null, { email, networks })
      if (!answer.ok) return { ok: false, field: 'email', message: reasonOf(answer) }
      setSentTo(email)
      return { ok: true }
    },
  })
  const options = [{ value: ALL, title: 'All networks' }, ...site.networks.map(({ id, name }) => ({ value: id, title: name }))]
  return (
    <>
      {sentTo && <Notice>An email is on its way to {sentTo}. Follow the link in it to confirm.</Notice>}
      <EditForm form={form} send="Send me alerts">
        <Muted>An email whenever the status changes. No account needed, and every email has a link to unsubscribe.</Muted>
        <ChoiceField {...form.field('network')} label="Network" options={options} />
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      </EditForm>
    </>
  )
}

/** It asks for a press: mail scanners open links, but press nothing. */
function Confirm({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const confirm = async () => {
    setIsSending(true)
    const answer = await callApi('POST', '/api/subscriptions/confirm', ConfirmSubscriptionAnswer, { token })
    setIsSending(false)
    if (answer.ok) setOutcome(`From now on you will get an email when the status of ${answer.value.networks.join(', ')} changes.`)
    // Without an answer the link is still good, so the button stays.
    else setOutcome(answer.code === 'no-answer' ? null : reasonOf(answer))
  }
  return outcome ? (
    <>
      <Notice>{outcome}</Notice>
      <Button variant="contained" sx={{ minHeight: 56 }} component={Link} to="/">
        Go Home
      </Button>
    </>
  ) : (
    <Button variant="contained" sx={{ minHeight: 56 }} disabled={isSending} onClick={confirm}>
      Send me trail status
    </Button>
  )
}
