import { styled } from '@mui/material/styles'
import type { Followed } from '@trailwarden/api'
import { Email } from '@trailwarden/domain'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callApi } from '#data/api.ts'
import { reasonOf } from '#parts/reason.ts'
import { Muted } from '#ui/card.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { colour } from '#ui/theme.ts'

const Box = styled('div')({ display: 'grid', gap: 12, padding: 16, borderTop: `1px solid ${colour('line')}`, '& h3': { fontSize: 16 } })

const Values = z.object({ email: Email })

/** The same choice by email, for an address that confirms it. */
export function AlertsByEmail({ chosen }: { chosen: Followed }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useEditForm({
    schema: Values,
    values: { email: '' },
    keepsEdits: false,
    async save({ email }) {
      const { networks, trails } = chosen
      if (networks.length + trails.length === 0) return { ok: false, field: 'email', message: 'Choose a network or a trail above first.' }
      const answer = await callApi('POST', '/api/subscriptions', null, { email, networks, trails })
      if (!answer.ok) return { ok: false, field: 'email', message: reasonOf(answer) }
      setSentTo(email)
      return { ok: true }
    },
  })
  return (
    <Box>
      <h3>By email</h3>
      {sentTo && <Notice>An email is on its way to {sentTo}. Follow the link in it to confirm.</Notice>}
      <EditForm form={form} send="Send me alerts">
        <Muted>An email whenever what you chose above changes. Every email has a link to unsubscribe.</Muted>
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      </EditForm>
    </Box>
  )
}
