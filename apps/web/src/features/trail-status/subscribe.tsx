import { ConfirmSubscriptionAnswer } from '@trailwarden/api'
import { Email } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { callApi } from '#data/api.ts'
import { usePageData } from '#data/page-data.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { SiteCard } from '#parts/page/site-card.tsx'
import { useLinkToken } from '#parts/person/link-token.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'

/** The link in the first email also opens this page. */
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
    leaving: 'free',
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
      {sentTo && <Notice>{`We’ve sent an email to ${sentTo}. Open the link in it to confirm.`}</Notice>}
      <EditForm form={form} send="Send me alerts">
        <Muted>Get an email when the status changes. No account needed. Every email has a link to unsubscribe.</Muted>
        <ChoiceField {...form.field('network')} label="Network" options={options} />
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      </EditForm>
    </>
  )
}

/** Mail scanners open links but don't press buttons, so the confirmation needs a button. */
function Confirm({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const confirm = async () => {
    setIsSending(true)
    const answer = await callApi('POST', '/api/subscriptions/confirm', ConfirmSubscriptionAnswer, { token })
    setIsSending(false)
    if (answer.ok) setOutcome(`You’ll now get an email when the status of ${answer.value.networks.join(', ')} changes.`)
    // Without a response, the link is still valid, so the button stays.
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
      Send me trail status alerts
    </Button>
  )
}
