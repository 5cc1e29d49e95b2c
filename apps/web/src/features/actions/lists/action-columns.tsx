import { type Describer, placeLine, placeName, placeWords, ratingPriority } from '@trailwarden/domain'
import { formatDay } from '#lib/dates.ts'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { iconEdit, iconVisibility } from '#ui/icons/screen-icons.ts'
import type { ReceiptOf, SeenAction } from '../actions.ts'
import { StatusLine } from '../view/action-status.tsx'

const byNumber = ({ number }: SeenAction) => (number === '' ? Number.MAX_SAFE_INTEGER : Number(number))

export const columnsFor = (
  mayEdit: (action: SeenAction) => boolean,
  mayTriage: boolean,
  isLate: (action: SeenAction) => boolean,
  trails: Describer | null,
  receiptOf: ReceiptOf,
): readonly Column<SeenAction>[] => [
  {
    id: 'edit',
    title: 'Edit',
    type: 'icon-link',
    yields: true,
    width: 75,
    narrowWidth: 50,
    icon: iconEdit,
    value: (action) => (mayEdit(action) ? `/actions/edit/${action.id}` : null),
    label: ({ description }) => `Edit ${description}`,
  },
  {
    id: 'view',
    title: 'View',
    type: 'icon-link',
    yields: true,
    width: 75,
    narrowWidth: 50,
    icon: iconVisibility,
    value: ({ id }) => `/actions/view/${id}`,
    label: ({ description }) => `View ${description}`,
  },
  {
    id: 'status',
    title: 'Status',
    type: 'custom',
    width: 134,
    narrowWidth: 122,
    group: ['Unresolved', 'Resolved'],
    value: ({ status }) => status,
    render: (action) => (
      <>
        <StatusLine status={action.status} />
        <StateDetail action={action} isLate={isLate(action)} />
      </>
    ),
  },
  // On narrower screens, the least used columns are hidden to make room for the description.
  {
    id: 'description',
    title: 'Action',
    type: 'text',
    primary: true,
    value: ({ description }) => description,
    lead: ({ photos }) => <Thumbnail photos={photos} size={36} />,
    detail: (action) => withState(placeName(action), action, receiptOf),
    detailShown: (action) => withState(placeLine(trails, action), action, receiptOf),
  },
  {
    id: 'rating',
    title: 'Rating',
    type: 'custom',
    width: 120,
    narrowWidth: 104,
    group: ['Extreme', 'High', 'Medium', 'Low', 'Unrated'],
    value: ({ rating }) => rating,
    sortValue: ({ rating }) => ratingPriority(rating),
    render: mayTriage
      ? ({ rating, description }) => (
          <button type="button" data-part="rate" tabIndex={-1} aria-haspopup="menu" aria-label={`${rating}. Rate ${description}`}>
            <RatingLine rating={rating} />
          </button>
        )
      : ({ rating }) => <RatingLine rating={rating} />,
  },
  { id: 'number', title: 'ID', type: 'text', width: 66, yields: true, value: ({ number }) => number, sortValue: byNumber },
  {
    id: 'createdAt',
    title: 'Created',
    type: 'date',
    width: 106,
    narrowWidth: 100,
    yields: true,
    dropBelow: 1060,
    value: ({ createdAt }) => createdAt,
  },
  {
    id: 'assignedTo',
    title: 'Assigned To',
    type: 'text',
    width: 128,
    narrowWidth: 110,
    dropBelow: 1020,
    group: true,
    empty: 'Not assigned',
    value: ({ assignedName }) => assignedName,
    ...(mayTriage && {
      render: ({ assignedName, description }: SeenAction) => (
        <button
          type="button"
          data-part="assign"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={`${assignedName ?? 'Not assigned'}. Assign ${description}`}
        >
          {assignedName ?? <span className="empty">Not assigned</span>}
        </button>
      ),
    }),
  },
  {
    id: 'by',
    title: 'By',
    type: 'text',
    width: 118,
    narrowWidth: 110,
    yields: true,
    dropBelow: 1200,
    group: true,
    value: ({ createdByName }) => createdByName,
  },
  {
    id: 'completedAt',
    title: 'Resolved',
    type: 'date',
    width: 104,
    narrowWidth: 100,
    yields: true,
    dropBelow: 1240,
    value: ({ completedAt }) => completedAt,
  },
  { id: 'placeWords', title: 'Place', type: 'text', csv: 'file', value: ({ place }) => placeWords(trails, place) },
]

const WAITS = { local: () => `Saved on this ${thisDevice()}`, attention: () => 'Needs you' }

const withState = (where: string, action: SeenAction, receiptOf: ReceiptOf) =>
  [where, action.state === 'sent' ? receiptOf(action) : WAITS[action.state]()].filter(Boolean).join(' · ')

function StateDetail({ action: { waitingFor, waitingUntil, mergedInto }, isLate }: { action: SeenAction; isLate: boolean }) {
  if (isLate) return <span className="late">Overdue</span>
  if (mergedInto) return <span className="detail">Merged</span>
  if (!waitingFor) return null
  return <span className="detail">{waitingUntil ? `Until ${formatDay(waitingUntil).slice(4, 10)}` : 'Waiting'}</span>
}
