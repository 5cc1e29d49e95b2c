import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Attention } from '@trailwarden/sync'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { saveDraft } from '#data/drafts/draft.ts'
import { usePageData } from '#data/page-data.ts'
import { refusalText } from '#lib/messages/refusal.ts'
import { iconSyncProblem } from '#parts/record/record-icons.ts'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { colour, rem } from '#ui/theme/theme.ts'
import { UPDATE_DRAFT } from './update-add.tsx'
import { type Statements, valuesOf } from './update-values.ts'

const Box = styled('section')({
  display: 'grid',
  gap: 8,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: rem(16), lineHeight: rem(24), fontWeight: 600 },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
})

export function UpdateAttention({ update, refused }: { update: Statements; refused: Attention }) {
  const { site } = usePageData()
  const device = useDevice()
  const navigate = useNavigate()
  const { code, detail } = refused.answer.refusal ?? { code: '', detail: 'The server rejected this.' }
  const discard = () => device?.discard(refused.waiting.command.id)
  /** The status may have changed since the author wrote the update, so it can't be sent again unchanged. */
  const reviewAgain = async () => {
    if (!device) return
    await saveDraft(device.db, UPDATE_DRAFT, valuesOf(update, site.networks))
    await discard()
    void navigate('/updates/add')
  }
  return (
    <Box aria-label="Needs you">
      <h2>
        <Icon path={iconSyncProblem} />
        Needs you: {refusalText(code, detail)}
      </h2>
      <p>This update wasn’t published. Compare it with the current status and send it if it’s still right.</p>
      <div>
        <Button variant="contained" onClick={reviewAgain}>
          Review again
        </Button>
        <AskFirst
          question="Discard this update?"
          answer="Discard"
          keep="Keep"
          act={() => void discard()}
          button={(ask) => (
            <Button variant="text" onClick={ask}>
              Discard
            </Button>
          )}
        >
          It’s only on this device. This can’t be undone.
        </AskFirst>
      </div>
    </Box>
  )
}
