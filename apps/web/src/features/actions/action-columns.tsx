import { type Describer, placeLine, placeName, placeWords, ratingPriority } from '@trailwarden/domain'
import { formatDay } from '#lib/dates.ts'
import { RatingLine } from '#parts/rating-tile.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { Thumbnail } from '#parts/thumbnail.tsx'
import { iconEdit, iconVisibility } from '#ui/screen-icons.ts'
import { StatusLine } from './action-status.tsx'
import type { ReceiptOf, SeenAction } from './actions.ts'

const byNumber = ({ number }: SeenAction) => (number === '' ? Number.MAX_SAFE_INTEGER : Number(number))

/** The table's columns. `mayTriage`: rating and person are menus. */
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
    icon: iconVisibility,
    value: ({ id }) => `/actions/view/${id}`,
    label: ({ description }) => `View ${description}`,
  },
  {
    id: 'status',
    title: 'Status',
    type: 'custom',
    width: 134,
    group: ['Unresolved', 'Resolved'],
    value: ({ status }) => status,
    render: (action) => (
      <>
        <StatusLine status={action.status} />
        <StateDetail action={action} isLate={isLate(action)} />
      </>
    ),
  },
  // The others give way to it on narrower screens, the least asked for first.
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
  { id: 'createdAt', title: 'Created', type: 'date', width: 106, yields: true, dropBelow: 1060, value: ({ createdAt }) => createdAt },
  {
    id: 'assignedTo',
    title: 'Assigned To',
    type: 'text',
    width: 128,
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
    yields: true,
    dropBelow: 1360,
    group: true,
    value: ({ createdByName }) => createdByName,
  },
  {
    id: 'completedAt',
    title: 'Resolved',
    type: 'date',
    width: 104,
    yields: true,
    dropBelow: 1400,
    value: ({ completedAt }) => completedAt,
  },
  { id: 'placeWords', title: 'Place', type: 'text', csv: 'file', value: ({ place }) => placeWords(trails, place) },
]

const WAITS = { local: () => `Saved on this ${thisDevice()}`, attention: () => 'Needs you' }

const withState = (where: string, action: SeenAction, receiptOf: ReceiptOf) =>
  [where, action.state === 'sent' ? receiptOf(action) : WAITS[action.state]()].filter(Boolean).join(' · ')

/** What more there is to the status: past its limit, or waiting for something. */
function StateDetail({ action: { waitingFor, waitingUntil, mergedInto }, isLate }: { action: SeenAction; isLate: boolean }) {
  if (isLate) return <span className="late">Overdue</span>
  if (mergedInto) return <span className="detail">Merged</span>
  if (!waitingFor) return null
  return <span className="detail">{waitingUntil ? `Until ${formatDay(waitingUntil).slice(4, 10)}` : 'Waiting'}</span>
}
