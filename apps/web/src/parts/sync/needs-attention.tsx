import type { Data, RecordKind } from '@trailwarden/domain'
import type { Attention } from '@trailwarden/sync'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { deviceKind } from '#data/device/kinds.ts'
import { refusalText } from '#lib/messages/refusal.ts'
import { Button } from '#ui/button.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { iconSyncProblem } from '../record/record-icons.ts'
import { refusedText } from '../record/record-text.ts'

export const AttentionBox = styled('section')({
  display: 'grid',
  gap: 8,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: rem(16), lineHeight: rem(24), fontWeight: 600 },
  '& pre': { margin: 0, font: 'inherit', fontSize: rem(15), whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
})

/** Only for changes that the server doesn't have. */
export function DiscardButton({ question, discard }: { question: string; discard: () => void }) {
  return (
    <AskFirst
      question={question}
      answer="Discard"
      keep="Keep"
      act={discard}
      button={(ask) => (
        <Button variant="text" onClick={ask}>
          Discard
        </Button>
      )}
    >
      It’s saved only on this device, so you can’t get it back.
    </AskFirst>
  )
}

export function whyRefused(refusal: { code: string; detail: string } | null): string {
  const { code, detail } = refusal ?? { code: '', detail: 'The server rejected this.' }
  return refusalText(code, detail)
}

/** Only fields that anyone may set on a new record are copied. The photo stays with the original. */
function takenOver({ fields, editableFields }: RecordKind, seen: Data): Data {
  const names = editableFields.filter((name) => fields[name]?.role === undefined && fields[name]?.refersTo !== 'photo')
  return Object.fromEntries(names.flatMap((name) => (name in seen ? [[name, seen[name]]] : [])))
}

export function NeedsAttention({ refused, children }: { refused: Attention; children?: ReactNode }) {
  const device = useDevice()
  const navigate = useNavigate()
  const { id, kind: kindName, patch } = refused.waiting.command
  const { kind, path, canSaveAsNew } = deviceKind(kindName)
  const text = refusedText(refused) || (patch.deleted ? `You wanted to delete this.` : '')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('success', 'Copied'),
      (error: unknown) => toast('error', `Couldn’t copy: ${String(error)}`),
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
        <DiscardButton question="Discard this change?" discard={() => void device?.discard(id)} />
      </div>
    </AttentionBox>
  )
}
