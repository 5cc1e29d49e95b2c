import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { usePhone } from '#data/phone-session.ts'
import { ITEM_MESSAGES } from '#lib/messages/item.ts'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { PositionCard } from '#parts/position-card.tsx'
import { RatingLine } from '#parts/rating-tile.tsx'
import { iconImage, iconTaskAlt } from '#parts/record-icons.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Hint } from '#ui/hint.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { iconDelete, iconEdit } from '#ui/screen-icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
import { ActionAttention } from './action-attention.tsx'
import { ActionFacts } from './action-facts.tsx'
import { ActionNotes } from './action-notes.tsx'
import { useActionPhoto } from './action-photo.ts'
import { StatusLine } from './action-status.tsx'
import { symbolOfAction } from './action-symbol.ts'
import { deleteAction, mayDo, resolveAction, type SeenAction, useAction } from './actions.ts'

const Place = styled('div')({ padding: 16 })

const Head = styled('header')({
  padding: '16px 16px 14px',
  background: colour('surface'),
  borderBottom: `1px solid ${colour('line')}`,
  '& h2': { fontSize: 24, lineHeight: '30px', fontWeight: 700, overflowWrap: 'anywhere', marginBottom: 10 },
  '& div': { display: 'flex', flexWrap: 'wrap', gap: '8px 20px', alignItems: 'center' },
  [DESKTOP]: { padding: '20px 24px' },
})

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 16,
  alignItems: 'start',
  '& > div': { display: 'grid', gap: 16 },
  [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', padding: 24 },
})

const Photo = styled(Card)({
  overflow: 'hidden',
  '& img': { display: 'block', width: '100%', height: 'auto' },
  '& p': { display: 'flex', gap: 10, padding: 16, color: colour('text2') },
})

const Foot = styled('div')({
  position: 'sticky',
  bottom: 'calc(77px + env(safe-area-inset-bottom))',
  display: 'flex',
  gap: 8,
  padding: '8px 16px',
  background: colour('surface'),
  borderTop: `1px solid ${colour('line')}`,
  '& .deletes': { color: colour('errorText') },
  '& > .grows': { flex: 1, padding: '0 12px' },
  [DESKTOP]: { bottom: 0, padding: '12px 24px', justifyContent: 'flex-end', '& > .grows': { flex: 'none' } },
})

export function ActionView() {
  const { id = '' } = useParams()
  const action = useAction(id)
  if (action === undefined) return null
  if (action === null)
    return (
      <Place>
        <Notice>{REFUSALS['not-found']}</Notice>
      </Place>
    )
  return <Shown action={action} />
}

function Shown({ action }: { action: SeenAction }) {
  const { site } = usePageData()
  const may = mayDo(useSignedIn(), action, site.memberEdits)
  const photo = useActionPhoto(action)
  return (
    <>
      <Head>
        <h2>{action.description}</h2>
        <div>
          <RatingLine rating={action.rating} size={26} />
          <StatusLine status={action.status} />
          <SyncStateLine state={action.state} long />
        </div>
      </Head>
      <Columns>
        <div>
          {action.attention.map((refused) => (
            <ActionAttention key={refused.waiting.command.id} refused={refused} />
          ))}
          <Photo aria-label="Photo">
            {photo ? (
              <img src={photo} alt={action.description} />
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
      </Columns>
      {may.edit && <Bar action={action} may={may} />}
    </>
  )
}

function Bar({ action: { id, status }, may }: { action: SeenAction; may: ReturnType<typeof mayDo> }) {
  const navigate = useNavigate()
  const phone = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const act = async () => {
    close()
    if (await deleteAction(phone, id)) void navigate('/actions')
  }
  return (
    <Foot>
      {may.delete && (
        <Hint text="Delete">
          <IconButton className="deletes" aria-label="Delete" onClick={() => setIsAsking(true)}>
            <Icon path={iconDelete} />
          </IconButton>
        </Hint>
      )}
      <Button variant="outlined" component={Link} to={`/actions/edit/${id}`}>
        <Icon path={iconEdit} />
        Edit
      </Button>
      {may.resolve && status === 'Unresolved' && (
        <Button className="grows" variant="contained" onClick={() => resolveAction(phone, id)}>
          <Icon path={iconTaskAlt} />
          Mark as resolved
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={ITEM_MESSAGES.confirmDelete}
          confirm={{ title: 'Delete', act, deletes: true }}
          cancel={{ title: 'Cancel', act: close }}
          onClose={close}
        />
      )}
    </Foot>
  )
}
