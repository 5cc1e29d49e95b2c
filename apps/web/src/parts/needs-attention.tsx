import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Data, RecordKind } from '@trailwarden/domain'
import type { Attention } from '@trailwarden/sync'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { deviceKind } from '#data/kinds.ts'
import { refusalText } from '#lib/messages/refusal.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Icon } from '#ui/icon.tsx'
import { colour } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'
import { iconSyncProblem } from './record-icons.ts'
import { refusedText } from './record-text.ts'

export const AttentionBox = styled('section')({
  display: 'grid',
  gap: 8,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  '& pre': { margin: 0, font: 'inherit', fontSize: 15, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
})

/** Why, in the app's own text where there is one for the code. */
export function whyRefused(refusal: { code: string; detail: string } | null): string {
  const { code, detail } = refusal ?? { code: '', detail: 'The server did not take it.' }
  return refusalText(code, detail)
}

/** What a new record takes over: fields that anyone who may create one may set; its photo belongs to the first. */
function takenOver({ fields, written }: RecordKind, seen: Data): Data {
  const names = written.filter((name) => fields[name]?.role === undefined && fields[name]?.refersTo !== 'photo')
  return Object.fromEntries(names.flatMap((name) => (name in seen ? [[name, seen[name]]] : [])))
}

/** A change that the server refused, whole, with the reason. It stays until its author has decided about it. */
export function NeedsAttention({ refused, children }: { refused: Attention; children?: ReactNode }) {
  const device = useDevice()
  const navigate = useNavigate()
  const { id, kind: kindName, patch } = refused.waiting.command
  const { kind, path, canSaveAsNew } = deviceKind(kindName)
  const text = refusedText(refused) || (patch.deleted ? `You wanted to delete this ${kindName}.` : '')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('success', 'Copied'),
      (error: unknown) => toast('error', `Not copied: ${String(error)}`),
    )
  const saveAsNew = async () => {
    const recordId = await device?.saveAsNew(id, (seen) => takenOver(kind, seen))
    if (recordId) void navigate(path(recordId))
  }
  return (
    <AttentionBox aria-label="Needs you">
      <h2>
        <Icon path={iconSyncProblem} />
        Needs you: {whyRefused(refused.answer.refusal)}
      </h2>
      {children}
      {text && <pre>{text}</pre>}
      <div>
        <Button variant="contained" onClick={() => device?.retry(id)}>
          Retry
        </Button>
        <Button variant="outlined" onClick={copy}>
          Copy
        </Button>
        {canSaveAsNew && !patch.deleted && (
          <Button variant="outlined" onClick={saveAsNew}>
            Save as new
          </Button>
        )}
        <AskFirst
          question="Throw these words away?"
          answer="Discard"
          keep="Keep"
          act={() => void device?.discard(id)}
          button={(ask) => (
            <Button variant="text" onClick={ask}>
              Discard
            </Button>
          )}
        >
          They are on this device only. This cannot be undone.
        </AskFirst>
      </div>
    </AttentionBox>
  )
}
