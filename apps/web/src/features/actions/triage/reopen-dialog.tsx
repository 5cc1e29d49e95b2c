import { NOTE_MAX_LENGTH } from '@trailwarden/domain'
import { useState } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextAreaField } from '#ui/form/field.tsx'
import type { SeenAction } from '../actions.ts'
import { changeActions } from './change-actions.ts'

export function ReopenDialog({ action, onClose }: { action: SeenAction; onClose: () => void }) {
  const device = useDevice()
  const [why, setWhy] = useState('')
  const [wasAsked, setWasAsked] = useState(false)
  const text = why.trim()
  function reopen() {
    setWasAsked(true)
    if (text === '') return
    onClose()
    const addNote = { id: crypto.randomUUID(), text: `Reopened: ${text}` }
    void changeActions(device, [{ action, patch: { status: 'Unresolved', addNote } }], 'Action reopened.')
  }
  return (
    <ConfirmDialog
      title={action.number ? `Reopen ${action.number}?` : 'Reopen this Action?'}
      confirm={{ title: 'Reopen', act: reopen }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      <Muted>The Action goes back to Open and keeps its rating and assignee. The previous fix stays in the history.</Muted>
      <br />
      <TextAreaField
        label="Why reopen it?"
        autoFocus
        value={why}
        maxLength={NOTE_MAX_LENGTH - 20}
        error={wasAsked && text === '' ? 'Required' : undefined}
        onChange={({ target }) => setWhy(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && reopen()}
      />
    </ConfirmDialog>
  )
}
