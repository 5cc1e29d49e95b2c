import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useOwnPhotoState } from '#data/use-records.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { symbolOfAction } from '#parts/action-symbol.ts'
import { NeedsAttention, whyRefused } from '#parts/needs-attention.tsx'
import { PositionCard } from '#parts/position-card.tsx'
import { RatingLine } from '#parts/rating-tile.tsx'
import { iconImage, iconTaskAlt } from '#parts/record-icons.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { SyncStateLine, savedHere } from '#parts/sync-state.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { Hint } from '#ui/hint.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { iconDelete, iconEdit } from '#ui/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { colour, DESKTOP, WIDE } from '#ui/theme.ts'
import { ActionFacts } from './action-facts.tsx'
import { ActionHistory } from './action-history.tsx'
import { ActionNotes } from './action-notes.tsx'
import { useActionPhoto } from './action-photo.ts'
import { ActionReplaced } from './action-replaced.tsx'
import { StatusLine } from './action-status.tsx'
import { deleteAction, mayDo, resolveAction, type SeenAction, useAction } from './actions.ts'

const Page = styled('div')({ padding: 16 })

const Head = styled('header')({
  padding: '16px 16px 14px',
  background: colour('surface'),
  borderBottom: `1px solid ${colour('line')}`,
  '& h2': { fontSize: 24, lineHeight: '30px', fontWeight: 700, overflowWrap: 'anywhere', marginBottom: 10 },
  '& p': { display: 'flex', flexWrap: 'wrap', gap: '8px 20px', alignItems: 'center' },
  [DESKTOP]: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 24, padding: '20px 24px' },
})

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 16,
  alignItems: 'start',
  '& > div': { display: 'grid', gap: 16 },
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24, padding: 24 },
  [WIDE]: { '&[data-columns=three]': { gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr) minmax(0, 1fr)' } },
})

const Photo = styled(Card)({
  overflow: 'hidden',
  '& img': { display: 'block', width: '100%', height: 'auto' },
  '& p': { display: 'flex', gap: 10, padding: 16, color: colour('text2') },
})

export function ActionView() {
  const { id = '' } = useParams()
  const action = useAction(id)
  if (action === undefined) return null
  if (action === null)
    return (
      <Page>
        <Notice>{REFUSALS['not-found']}</Notice>
      </Page>
    )
  return <Shown action={action} />
}

function Shown({ action }: { action: SeenAction }) {
  const { site } = usePageData()
  const may = mayDo(useSignedIn(), action, site.memberEdits)
  const photo = useActionPhoto(action)
  useNamedScreen(`Action ${action.number}`.trim())
  return (
    <>
      <Head>
        <div>
          <h2>{action.description}</h2>
          <p>
            <RatingLine rating={action.rating} size={26} />
            <StatusLine status={action.status} />
            <SyncStateLine state={action.state} long />
          </p>
        </div>
        {may.edit && <Bar action={action} may={may} />}
      </Head>
      <Columns data-columns={may.restore ? 'three' : 'two'}>
        <div>
          {action.attention.map((refused) => (
            <NeedsAttention key={refused.waiting.command.id} refused={refused} />
          ))}
          <ActionReplaced action={action} />
          <Photo aria-label="Photo">
            {photo ? (
              <>
                <img src={photo} alt={action.description} />
                <PhotoState photoId={action.photoId} />
              </>
            ) : (
              <p>
                <Icon path={iconImage} />
                {action.photoId ? 'The photo is still on the phone that took it' : 'No images'}
              </p>
            )}
          </Photo>
          <ActionFacts action={action} />
        </div>
        <div>
          <PositionCard place={action.place} symbol={symbolOfAction(action)} shows={`actions:${action.id}`} />
          <ActionNotes action={action} mayAdd={may.edit} />
        </div>
        {may.restore && (
          <div>
            <ActionHistory action={action} />
          </div>
        )}
      </Columns>
    </>
  )
}

/** Shown while the photo is on this device alone: the rest of an action may be sent long before it. */
function PhotoState({ photoId }: { photoId: string | null }) {
  const photo = useOwnPhotoState(photoId)
  if (!photo || photo.state === 'sent') return null
  const isRefused = photo.state === 'refused'
  return (
    <p>
      <SyncStateLine
        state={isRefused ? 'attention' : 'local'}
        text={isRefused ? `Photo needs you: ${whyRefused(photo.refusal)}` : savedHere('Photo saved')}
      />
    </p>
  )
}

function Bar({ action: { id, status }, may }: { action: SeenAction; may: ReturnType<typeof mayDo> }) {
  const navigate = useNavigate()
  const device = useDevice()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const act = async () => {
    close()
    if (await deleteAction(device, id)) void navigate('/actions')
  }
  return (
    <FootBar of="record">
      {may.delete && (
        <Hint text="Delete">
          <IconButton sx={{ color: colour('errorText') }} aria-label="Delete" onClick={() => setIsAsking(true)}>
            <Icon path={iconDelete} />
          </IconButton>
        </Hint>
      )}
      <Button {...(!may.resolve && { className: 'grows' })} variant="outlined" component={Link} to={`/actions/edit/${id}`}>
        <Icon path={iconEdit} />
        Edit
      </Button>
      {may.resolve && status === 'Unresolved' && (
        <Button className="grows" variant="contained" onClick={() => resolveAction(device, id)}>
          <Icon path={iconTaskAlt} />
          Mark as resolved
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={ITEM_MESSAGES.confirmDelete('action')}
          confirm={{ title: 'Delete', act, deletes: true }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        />
      )}
    </FootBar>
  )
}
