import type { Attention } from '@trailwarden/sync'
import { useNavigate } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { saveDraft } from '#data/drafts/draft.ts'
import { usePageData } from '#data/page-data.ts'
import { iconSyncProblem } from '#parts/record/record-icons.ts'
import { AttentionBox, DiscardButton, whyRefused } from '#parts/sync/needs-attention.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { UPDATE_DRAFT } from './update-add.tsx'
import { type Statements, valuesOf } from './update-values.ts'

export function UpdateAttention({ update, refused }: { update: Statements; refused: Attention }) {
  const { site } = usePageData()
  const device = useDevice()
  const navigate = useNavigate()
  const discard = () => device?.discard(refused.waiting.command.id)
  /** The status may have changed since the author wrote the update, so it can't be sent again unchanged. */
  const reviewAgain = async () => {
    if (!device) return
    await saveDraft(device.db, UPDATE_DRAFT, valuesOf(update, site.networks))
    await discard()
    void navigate('/updates/add')
  }
  return (
    <AttentionBox aria-label="Needs you">
      <h2>
        <Icon path={iconSyncProblem} />
        Needs you: {whyRefused(refused.answer.refusal)}
      </h2>
      <p>This update wasn’t published. Compare it with the current status and send it if it’s still right.</p>
      <div>
        <Button variant="contained" onClick={reviewAgain}>
          Review again
        </Button>
        <DiscardButton question="Discard this update?" discard={() => void discard()} />
      </div>
    </AttentionBox>
  )
}
