import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { PhotoTiles } from '#parts/photo/photo-tiles.tsx'
import { PositionCard } from '#parts/place/position-card.tsx'
import { RecordColumns, RecordHead } from '#parts/record/record-frame.tsx'
import { iconSchedule, iconTaskAlt } from '#parts/record/record-icons.ts'
import { NeedsAttention } from '#parts/sync/needs-attention.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { Hint } from '#ui/feedback/hint.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconDelete, iconEdit } from '#ui/icons/screen-icons.ts'
import { part } from '#ui/part.tsx'
import { useNamedScreen } from '#ui/screen-name.ts'
import { colour } from '#ui/theme/theme.ts'
import { blurPhoto, deleteAction, mayDo, type SeenAction, useAction } from '../actions.ts'
import { ActionNotHere } from '../lists/archived-actions.tsx'
import { ActionFacts } from './action-facts.tsx'
import { ActionHistory } from './action-history.tsx'
import { ActionNotes } from './action-notes.tsx'
import { ActionReplaced } from './action-replaced.tsx'
import { ActionReports } from './action-reports.tsx'
import { StatusLine } from './action-status.tsx'
import { SeenBy } from './seen-by.tsx'

const ReopenDialog = part(() => import('../triage/reopen-dialog.tsx').then((m) => m.ReopenDialog))
const ResolveDialog = part(() => import('../triage/resolve-dialog.tsx').then((m) => m.ResolveDialog))

export function ActionView() {
  const { id = '' } = useParams()
  const action = useAction(id)
  if (action === undefined) return null
  if (action === null) return <ActionNotHere key={id} id={id} />
  return <Shown action={action} />
}

function Shown({ action }: { action: SeenAction }) {
  const { site } = usePageData()
  const device = useDevice()
  const may = mayDo(useSignedIn(), action, site.memberEdits)
  useNamedScreen(`Action ${action.number}`.trim())
  return (
    <>
      <RecordHead>
        <div>
          <h2>{action.description}</h2>
          <p>
            <RatingLine rating={action.rating} size={26} />
            <StatusLine status={action.status} />
            <SyncStateLine state={action.state} long />
          </p>
          <SeenBy action={action} />
        </div>
        {may.edit && <Bar action={action} may={may} />}
      </RecordHead>
      <RecordColumns data-columns={may.restore ? 'three' : 'two'}>
        <div>
          {action.attention.map((refused) => (
            <NeedsAttention key={refused.waiting.command.id} refused={refused} />
          ))}
          <ActionReplaced action={action} />
          <PhotoTiles
            photos={action.photos}
            title={action.description}
            version={action.version}
            onBlur={may.restore && ((photo, boxes) => void blurPhoto(device, action.id, photo.id, boxes))}
          />
          <ActionFacts action={action} />
        </div>
        <div>
          <PositionCard place={action.place} symbol={symbolOfAction(action)} shows={`actions:${action.id}`} />
          <ActionReports action={action} />
          <ActionNotes action={action} mayAdd={may.edit} />
        </div>
        {may.restore && (
          <div>
            <ActionHistory action={action} />
          </div>
        )}
      </RecordColumns>
    </>
  )
}

function Bar({ action, may }: { action: SeenAction; may: ReturnType<typeof mayDo> }) {
  const { id, status } = action
  const isResolved = status === 'Resolved'
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const navigate = useNavigate()
  const device = useDevice()
  const remove = async () => {
    if (await deleteAction(device, id)) void navigate('/actions')
  }
  return (
    <FootBar of="record">
      {may.delete && (
        <AskFirst
          question={ITEM_MESSAGES.confirmDelete('Action')}
          answer="Delete"
          act={() => void remove()}
          button={(ask) => (
            <Hint text="Delete">
              <IconButton sx={{ color: colour('errorText') }} aria-label="Delete" onClick={ask}>
                <Icon path={iconDelete} />
              </IconButton>
            </Hint>
          )}
        />
      )}
      <Button {...(!may.resolve && { className: 'grows' })} variant="outlined" component={Link} to={`/actions/edit/${id}`}>
        <Icon path={iconEdit} />
        Edit
      </Button>
      {may.resolve && (
        <Button className="grows" variant={isResolved ? 'outlined' : 'contained'} onClick={() => setIsAsking(true)}>
          <Icon path={isResolved ? iconSchedule : iconTaskAlt} />
          {isResolved ? 'Reopen' : 'Resolve'}
        </Button>
      )}
      {isAsking &&
        (isResolved ? (
          <ReopenDialog action={action} onClose={close} />
        ) : (
          <ResolveDialog actions={[action]} onClose={close} onDone={close} />
        ))}
    </FootBar>
  )
}
