import { WAITING_FOR_MAX_LENGTH } from '@trailwarden/domain'
import { useState } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { toWallText } from '#lib/dates.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'
import { changeActions } from './change-actions.ts'

const Fields = styled('form')({ display: 'grid', gap: 14, color: colour('text') })

type Props = { actions: readonly SeenAction[]; onClose: () => void; onDone: () => void }

export function WaitingDialog({ actions, onClose, onDone }: Props) {
  const device = useDevice()
  const { timeZone } = usePageData().site
  const [only] = actions.length === 1 ? actions : []
  const [waitingFor, setWaitingFor] = useState(only?.waitingFor ?? '')
  const [until, setUntil] = useState(only?.waitingUntil ?? '')
  const [wasAsked, setWasAsked] = useState(false)
  const text = waitingFor.trim()
  async function wait() {
    setWasAsked(true)
    if (text === '') return
    onClose()
    const patch = { waitingFor: text, waitingUntil: until || null }
    if (
      await changeActions(
        device,
        actions.map((action) => ({ action, patch })),
      )
    )
      onDone()
  }
  return (
    <ConfirmDialog
      title={only ? `Set ${only.number || 'this Action'} to Waiting?` : `Set ${actions.length} Actions to Waiting?`}
      confirm={{ title: 'Set to Waiting', act: () => void wait() }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      <Fields
        onSubmit={(event) => {
          event.preventDefault()
          void wait()
        }}
      >
        <TextField
          label="Waiting for"
          autoFocus
          autoComplete="off"
          maxLength={WAITING_FOR_MAX_LENGTH}
          value={waitingFor}
          error={wasAsked && text === '' ? 'Required' : undefined}
          onChange={({ target }) => setWaitingFor(target.value)}
        />
        <TextField
          label="Until"
          optional
          type="date"
          min={toWallText(new Date(), timeZone).slice(0, 10)}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        <button type="submit" hidden />
      </Fields>
    </ConfirmDialog>
  )
}
