import { Link } from 'react-router'
import { RatingText, RatingTile, ratingFill } from '#parts/action/rating-tile.tsx'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconEdit } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import type { SeenAction } from '../actions.ts'

const Card = styled('article')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  borderLeftWidth: 5,
  borderRadius: 12,
  '&[data-resolved]': { background: colour('surfaceAlt') },
})

const Open = styled(Link)({
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: '30px minmax(0, 1fr)',
  gap: '0 16px',
  alignItems: 'start',
  padding: '12px 4px 12px 12px',
  color: colour('text2'),
  fontSize: rem(14),
  lineHeight: rem(22),
  textDecoration: 'none',
  borderRadius: 10,
  '&[data-photo]': { gridTemplateColumns: '30px minmax(0, 1fr) 56px' },
  '& .title': { display: 'block', fontSize: rem(17), fontWeight: 600, color: colour('text'), overflowWrap: 'anywhere' },
  '& .line': { display: 'block', overflowWrap: 'anywhere' },
})

const Acts = styled('div')({
  flexBasis: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  padding: '0 8px 4px',
  '& label': { display: 'grid', placeItems: 'center', width: 48, height: 48 },
  '& input': { width: 22, height: 22, margin: 0, accentColor: colour('primary') },
  '& button': {
    minHeight: 48,
    padding: '0 12px',
    border: 0,
    background: 'none',
    color: colour('link'),
    font: font('600 15px/20px'),
    cursor: 'pointer',
  },
})

/**
 * `triage` is set for people who may rate, assign and resolve. Tapping an element with `data-ask` applies that operation to the Action in
 * its `data-of`.
 */
type Props = {
  action: SeenAction
  where: string
  mayEdit: boolean
  receipt: string | null
  triage: { isSelected: boolean } | null
}

export function ActionCard({ action, where, mayEdit, receipt, triage }: Props) {
  const { id, number, rating, description, photos, state } = action
  return (
    <Card {...(action.status === 'Resolved' && { 'data-resolved': true })} style={{ borderLeftColor: ratingFill(rating) }}>
      <Open to={`/actions/view/${id}`} {...(photos.length > 0 && { 'data-photo': true })}>
        <RatingTile rating={rating} size={30} />
        <span>
          <span className="title">{description}</span>
          <span className="line">
            <RatingText rating={rating}>{rating}</RatingText> · {where}
          </span>
          <span className="line">
            {number && `${number} · `}
            {action.completedAt ? (
              <AgeText at={action.completedAt} lead="Resolved" />
            ) : (
              <>
                <AgeText at={action.createdAt} /> · {action.assignedName ?? 'Not assigned'}
              </>
            )}
          </span>
          {state !== 'sent' && <SyncStateLine state={state} />}
          {receipt && <SyncStateLine state="sent" text={receipt} />}
        </span>
        {photos.length > 0 && <Thumbnail photos={photos} />}
      </Open>
      {mayEdit && (
        <IconButton component={Link} to={`/actions/edit/${id}`} aria-label={`Edit ${description}`}>
          <Icon path={iconEdit} />
        </IconButton>
      )}
      {triage && action.status === 'Unresolved' && (
        <Acts>
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${description}`}
              data-ask="select"
              data-of={id}
              checked={triage.isSelected}
              onChange={() => {}}
            />
          </label>
          {(['Assign', 'Rate', 'Resolve'] as const).map((title) => (
            <button key={title} type="button" data-ask={title.toLowerCase()} data-of={id} aria-label={`${title} ${description}`}>
              {title}
            </button>
          ))}
        </Acts>
      )}
    </Card>
  )
}
