import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Attention } from '@trailwarden/sync'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { saveDraft } from '#data/draft.ts'
import { usePageData } from '#data/page-data.ts'
import { refusalText } from '#lib/messages/refusal.ts'
import { iconSyncProblem } from '#parts/record-icons.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Icon } from '#ui/icon.tsx'
import { colour } from '#ui/theme.ts'
import { UPDATE_DRAFT } from './update-add.tsx'
import { type Statements, valuesOf } from './update-values.ts'

const Box = styled('section')({
  display: 'grid',
  gap: 8,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
})

/** An update that the server refused, with the reason. It stays until its author has looked at it again, or thrown it away. */
export function UpdateAttention({ update, refused }: { update: Statements; refused: Attention }) {
  const { site } = usePageData()
  const device = useDevice()
  const navigate = useNavigate()
  const { code, detail } = refused.answer.refusal ?? { code: '', detail: 'The server did not take it.' }
  const discard = () => device?.discard(refused.waiting.command.id)
  /** Not sent again as it is: it says what its author knew then, and must be held against what is public now. */
  const reviewAgain = async () => {
    if (!device) return
    await saveDraft(device.db, UPDATE_DRAFT, valuesOf(update, site.networks, new Date()))
    await discard()
    void navigate('/updates/add')
  }
  return (
    <Box aria-label="Needs you">
      <h2>
        <Icon path={iconSyncProblem} />
        Needs you: {refusalText(code, detail)}
      </h2>
      <p>Nobody has seen this update. Look at it beside what is public now, and send it if it still holds.</p>
      <div>
        <Button variant="contained" onClick={reviewAgain}>
          Look at it again
        </Button>
        <AskFirst
          question="Throw this update away?"
          answer="Discard"
          keep="Keep"
          act={() => void discard()}
          button={(ask) => (
            <Button variant="text" onClick={ask}>
              Discard
            </Button>
          )}
        >
          It is on this device only. This cannot be undone.
        </AskFirst>
      </div>
    </Box>
  )
}
