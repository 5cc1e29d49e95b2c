import { distanceM, placeLine, Rating } from '@trailwarden/domain'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime, formatDay } from '#lib/dates.ts'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { NOBODY, PersonField } from '#parts/person/person-picker.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { usePhotoUrl } from '#parts/photo/photo-url.ts'
import { iconKeyboardArrowUp, iconTaskAlt } from '#parts/record/record-icons.ts'
import { NeedsAttention } from '#parts/sync/needs-attention.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { useLayer } from '#ui/dialog/layer.ts'
import { SelectField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight, iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { iconClose, iconEdit } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import { type SeenAction, useAction, useActions } from '../actions.ts'
import { ActionNotHere } from '../lists/archived-actions.tsx'
import { ActionNotes } from '../view/action-notes.tsx'
import { StatusLine } from '../view/action-status.tsx'
import { SeenBy } from '../view/seen-by.tsx'
import { iconPause } from './triage-icons.ts'

export const PANEL_PX = 408

const Panel = styled('aside')({
  position: 'sticky',
  top: 64,
  flex: 'none',
  display: 'flex',
  flexDirection: 'column',
  width: PANEL_PX,
  height: 'calc(100dvh - 117px)',
  background: colour('surface'),
  borderLeft: `1px solid ${colour('line')}`,
  '& > div:first-of-type': { flex: 1, overflowY: 'auto', overscrollBehavior: 'contain' },
})

const Picture = styled('div')({
  position: 'relative',
  minHeight: 64,
  '& img': { display: 'block', width: '100%', height: 180, objectFit: 'cover', background: colour('surfaceSunken') },
  '& > p': {
    position: 'absolute',
    left: 12,
    bottom: 10,
    padding: '2px 8px',
    borderRadius: 6,
    font: font('600 13px/20px'),
    background: '#10212A',
    color: '#fff',
  },
  '& > div': { position: 'absolute', top: 8, right: 12, display: 'flex', gap: 6 },
  '& button': { width: 40, height: 40, background: colour('surface'), '&:hover': { background: colour('surfaceSunken') } },
})

const Body = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  padding: '12px 16px 20px',
  overflowWrap: 'anywhere',
  '& h2': { fontSize: rem(20), lineHeight: rem(26), fontWeight: 700 },
  '& h2:focus-visible': { outlineOffset: 4 },
  '& h3': { font: font('600 13px/20px'), margin: 0, color: colour('text2') },
  '& .quiet': { font: font('400 14px/20px'), color: colour('text2') },
  '& .line': { display: 'flex', flexWrap: 'wrap', gap: '6px 16px' },
  '& .waits': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '4px 4px 4px 14px',
    borderRadius: 12,
    background: colour('surfaceSunken'),
  },
  '& .fields': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 12 },
  '& .fields button': { minHeight: 44, padding: '4px 8px 4px 14px', font: font('500 15px/20px') },
  '& .fields select': { minHeight: 44, paddingRight: 36, font: font('500 15px/20px') },
  '& .fields select + svg': { top: 10, right: 8 },
  '& #notes': { padding: 0, border: 0, boxShadow: 'none', background: 'none' },
})

const Warning = styled('div')({
  padding: '10px 14px',
  borderRadius: 12,
  font: font('400 14px/20px'),
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& button': {
    padding: 0,
    border: 0,
    background: 'none',
    font: font('700 14px/20px'),
    color: 'inherit',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
})

const Foot = styled('div')({
  display: 'flex',
  gap: 8,
  padding: '10px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& > *': { minHeight: 40 },
  '& > a, & > button': { padding: '0 14px' },
})

type Props = {
  id: string
  isPublic: boolean
  may: (action: SeenAction) => { edit: boolean; resolve: boolean }
  onMove: (by: 1 | -1) => void
  onClose: () => void
  onAsk: (what: 'resolve' | 'reopen' | 'merge' | 'wait', about: readonly SeenAction[], anchor: Element) => void
  onGoOn: (action: SeenAction) => void
  onRate: (action: SeenAction, rating: Rating) => void
  onAssign: (action: SeenAction, personId: string | null) => void
}

export function ActionPanel(props: Props) {
  const action = useAction(props.id)
  useLayer(true, props.onClose)
  if (action === undefined) return <Panel aria-label="Action" data-panel />
  const name = action ? `Action ${action.number}`.trim() : 'Action'
  return (
    <Panel aria-label={name} role="region" data-panel>
      <div>
        <Top action={action} {...props} />
        {action ? <Facts key={action.id} action={action} {...props} /> : <ActionNotHere key={props.id} id={props.id} />}
      </div>
      {action && <Acts action={action} {...props} />}
    </Panel>
  )
}

function Top({ action, onMove, onClose }: Props & { action: SeenAction | null }) {
  const photos = action?.photos ?? []
  const url = usePhotoUrl(photos[0] ?? null)
  return (
    <Picture>
      {url && <img src={url} alt={photos[0]?.note || action?.description} />}
      {photos.length > 1 && <p>1 of {photos.length} photos</p>}
      <div>
        <IconButton aria-label="Previous Action" onClick={() => onMove(-1)}>
          <Icon path={iconKeyboardArrowUp} />
        </IconButton>
        <IconButton aria-label="Next Action" onClick={() => onMove(1)}>
          <Icon path={iconKeyboardArrowDown} />
        </IconButton>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon path={iconClose} />
        </IconButton>
      </div>
    </Picture>
  )
}

function Facts({ action, isPublic, may, onRate, onAssign, onAsk, onGoOn }: Props & { action: SeenAction }) {
  const { timeZone } = usePageData().site
  const trails = useSiteData()?.index ?? null
  const { resolve: mayTriage, edit: mayEdit } = may(action)
  const source = isPublic ? 'Public report' : action.createdByName
  return (
    <Body>
      <div>
        <p className="quiet">{[action.number, source, formatDateTime(new Date(action.createdAt), timeZone)].filter(Boolean).join(' · ')}</p>
        <h2 tabIndex={-1}>{action.description}</h2>
        <SeenBy action={action} />
      </div>
      <p className="line">
        <StatusLine status={action.status} />
        {!mayTriage && <RatingLine rating={action.rating} />}
        {action.state !== 'sent' && <SyncStateLine state={action.state} />}
      </p>
      {action.attention.map((refused) => (
        <NeedsAttention key={refused.waiting.command.id} refused={refused} />
      ))}
      {action.detail && <p>{action.detail}</p>}
      {action.waitingFor && (
        <div className="waits">
          <p>
            Waiting for {[action.waitingFor, action.waitingUntil && `until ${formatDay(action.waitingUntil)}`].filter(Boolean).join(', ')}
          </p>
          {mayTriage && <Button onClick={() => onGoOn(action)}>Continue</Button>}
        </div>
      )}
      {action.fix && (
        <div>
          <h3>What was done</h3>
          <p>{action.fix}</p>
        </div>
      )}
      {action.mergedInto && (
        <p>
          Merged into <Link to={`/actions/view/${action.mergedInto}`}>another Action</Link>.
        </p>
      )}
      <div>
        <h3>Where</h3>
        <p>{placeLine(trails, action)}</p>
      </div>
      {mayTriage ? (
        <div className="fields">
          <SelectField
            label="Rating"
            value={action.rating}
            options={[...Rating.options].reverse().map((value) => ({ value, title: value }))}
            onChange={({ target }) => onRate(action, Rating.parse(target.value))}
          />
          <PersonField
            label="Assigned to"
            shown={action.assignedName ?? 'No one yet'}
            chosen={[action.assignedTo ?? '']}
            extra={[NOBODY]}
            onPick={(value) => onAssign(action, value || null)}
          />
        </div>
      ) : (
        <div>
          <h3>Assigned to</h3>
          <p>{action.assignedName ?? 'No one yet'}</p>
        </div>
      )}
      {mayTriage && action.status === 'Unresolved' && (
        <>
          {!action.waitingFor && (
            <div>
              <Button variant="outlined" sx={{ minHeight: 40 }} onClick={({ currentTarget }) => onAsk('wait', [action], currentTarget)}>
                <Icon path={iconPause} size={20} />
                Set to Waiting
              </Button>
            </div>
          )}
          <Nearby action={action} onAsk={onAsk} />
        </>
      )}
      <ActionNotes action={action} mayAdd={mayEdit} />
    </Body>
  )
}

function Acts({ action, may, onAsk }: Props & { action: SeenAction }) {
  const { edit, resolve } = may(action)
  const isResolved = action.status === 'Resolved'
  return (
    <Foot>
      {resolve && (
        <Button
          variant={isResolved ? 'outlined' : 'contained'}
          onClick={({ currentTarget }) => onAsk(isResolved ? 'reopen' : 'resolve', [action], currentTarget)}
        >
          <Icon path={iconTaskAlt} />
          {isResolved ? 'Reopen' : 'Resolve'}
        </Button>
      )}
      {edit && (
        <Button variant="outlined" component={Link} to={`/actions/edit/${action.id}`}>
          <Icon path={iconEdit} />
          Edit
        </Button>
      )}
      <Button component={Link} to={`/actions/view/${action.id}`}>
        Open
        <Icon path={iconChevronRight} />
      </Button>
    </Foot>
  )
}

/** Actions within this distance may be about one problem. */
const NEAR_M = 50

function Nearby({ action, onAsk }: Pick<Props, 'onAsk'> & { action: SeenAction }) {
  const outstanding = useActions('outstanding', useSignedIn())
  const { place } = action
  const near = outstanding?.filter(
    (other) =>
      place &&
      other.place &&
      other.id !== action.id &&
      distanceM([place.longitude, place.latitude], [other.place.longitude, other.place.latitude]) <= NEAR_M,
  )
  if (!near?.length) return null
  return (
    <Warning>
      <b>
        {near.length === 1 ? '1 more' : `${near.length} more`} within {NEAR_M} m
      </b>
      <p>
        {near.map(({ number, description }) => `${number} ${description}`.trim()).join(', ')}.{' '}
        <button type="button" onClick={({ currentTarget }) => onAsk('merge', [action, ...near], currentTarget)}>
          Merge
        </button>
      </p>
    </Warning>
  )
}
