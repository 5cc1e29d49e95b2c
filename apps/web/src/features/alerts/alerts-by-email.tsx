import type { Followed } from '@trailwarden/api'
import { Email } from '@trailwarden/domain'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callApi } from '#data/api.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { Muted } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'

const Box = styled('div')({
  display: 'grid',
  gap: 12,
  padding: 16,
  borderTop: `1px solid ${colour('line')}`,
  '& h3': { fontSize: rem(16) },
})

const Values = z.object({ email: Email })

/** The address must be confirmed, so that nobody can subscribe someone else. */
export function AlertsByEmail({ chosen }: { chosen: Followed }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useEditForm({
    schema: Values,
    values: { email: '' },
    leaving: 'free',
    async save({ email }) {
      const { networks, trails } = chosen
      if (networks.length + trails.length === 0) return { ok: false, field: 'email', message: 'First, choose a network or trail above.' }
      const answer = await callApi('POST', '/api/subscriptions', null, { email, networks, trails })
      if (!answer.ok) return { ok: false, field: 'email', message: reasonOf(answer) }
      setSentTo(email)
      return { ok: true }
    },
  })
  return (
    <Box>
      <h3>By email</h3>
      {sentTo && <Notice>We’ve sent an email to {sentTo}. Open the link in it to confirm.</Notice>}
      <EditForm form={form} send="Send me alerts">
        <Muted>Get an email when the status of a network or trail you’ve chosen changes. Every email has an unsubscribe link.</Muted>
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      </EditForm>
    </Box>
  )
}
