import {
  type Describer,
  type DueHours,
  dueAt,
  isManager,
  type Person,
  placeLine,
  placeName,
  placeWords,
  ratingPriority,
} from '@trailwarden/domain'
import { formatDate, formatDay } from '#lib/dates.ts'
import { formatAgeShort, formatDue } from '#lib/table-dates.ts'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { Avatar } from '#parts/person/avatar.tsx'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { iconEdit, iconVisibility } from '#ui/icons/screen-icons.ts'
import type { ReceiptOf, SeenAction } from '../actions.ts'

const byNumber = ({ number }: SeenAction) => (number === '' ? Number.MAX_SAFE_INTEGER : Number(number))

export type ColumnContext = {
  me: Pick<Person, 'id' | 'role'>
  now: Date
  timeZone: string
  dueHours: DueHours | undefined
  trails: Describer | null
  mayEdit: (action: SeenAction) => boolean
  reportCount: (id: string) => number
  receiptOf: ReceiptOf
}

/** The columns in the order of the screen. `inFileOrder` returns the order of the CSV file. */
export function columnsFor(context: ColumnContext): readonly Column<SeenAction>[] {
  const { me, now, timeZone, dueHours, trails, mayEdit, reportCount, receiptOf } = context
  const mayTriage = isManager(me)
  const dueOf = (action: SeenAction) => formatDue(dueAt(action, dueHours), now, timeZone, action.rating === 'Unrated')
  const sourceOf = ({ id }: SeenAction) => {
    const count = reportCount(id)
    return count > 1 ? `${count} reports` : count === 1 ? 'Public report' : 'Member'
  }
  return [
    {
      id: 'rating',
      title: 'Rating',
      type: 'custom',
      width: 112,
      narrowWidth: 106,
      fixed: true,
      group: ['Extreme', 'High', 'Unrated', 'Medium', 'Low'],
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
    {
      id: 'description',
      title: 'Action',
      type: 'text',
      primary: true,
      fixed: true,
      value: ({ description }) => description,
      lead: ({ photos }) => <Thumbnail photos={photos} size="row" />,
      detail: (action) => withState(placeName(action), action, receiptOf),
      detailShown: (action) => withState(placeLine(trails, action), action, receiptOf),
    },
    {
      id: 'createdAt',
      title: 'Created',
      type: 'date',
      width: 94,
      narrowWidth: 88,
      yields: true,
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) =>
        createdAt ? (
          <>
            <b className="line">{formatAgeShort(new Date(createdAt), now)}</b>
            <span className="detail">{formatDate(new Date(createdAt), timeZone)}</span>
          </>
        ) : null,
    },
    {
      id: 'assignedTo',
      title: 'Assigned To',
      type: 'text',
      width: 136,
      narrowWidth: 122,
      group: true,
      empty: 'Not assigned',
      value: ({ assignedName }) => assignedName,
      render: ({ assignedName, description }) =>
        mayTriage ? (
          <button
            type="button"
            data-part="assign"
            tabIndex={-1}
            aria-haspopup="menu"
            aria-label={`${assignedName ?? 'Not assigned'}. Assign ${description}`}
          >
            <Assignee name={assignedName} />
          </button>
        ) : (
          <Assignee name={assignedName} />
        ),
    },
    {
      id: 'status',
      title: 'Status',
      type: 'custom',
      width: 92,
      narrowWidth: 86,
      group: ['Unresolved', 'Resolved'],
      value: ({ status }) => status,
      render: (action) => (
        <>
          <b className="line">{action.status}</b>
          <StateDetail action={action} />
        </>
      ),
    },
    {
      id: 'by',
      title: 'By',
      type: 'text',
      width: 104,
      narrowWidth: 92,
      yields: true,
      group: true,
      value: ({ createdByName }) => createdByName,
      render: (action) => (
        <>
          <span className="line">{action.createdByName}</span>
          {mayTriage && <span className="detail">{sourceOf(action)}</span>}
        </>
      ),
    },
    {
      id: 'number',
      title: 'ID',
      type: 'text',
      width: 50,
      narrowWidth: 46,
      yields: true,
      value: ({ number }) => number,
      sortValue: byNumber,
    },
    {
      id: 'completedAt',
      title: 'Resolved',
      type: 'date',
      width: 108,
      narrowWidth: 100,
      yields: true,
      value: ({ completedAt }) => completedAt,
      render: (action) => {
        if (action.completedAt) return formatDate(new Date(action.completedAt), timeZone)
        const due = dueOf(action)
        return due && <span className={due.isLate ? 'late' : 'detail'}>{due.text}</span>
      },
    },
    {
      id: 'view',
      title: 'View',
      type: 'icon-link',
      yields: true,
      width: 44,
      narrowWidth: 40,
      icon: iconVisibility,
      value: ({ id }) => `/actions/view/${id}`,
      label: ({ description }) => `View ${description}`,
    },
    {
      id: 'edit',
      title: 'Edit',
      type: 'icon-link',
      yields: true,
      width: 44,
      narrowWidth: 40,
      icon: iconEdit,
      value: (action) => (mayEdit(action) ? `/actions/edit/${action.id}` : null),
      label: ({ description }) => `Edit ${description}`,
    },
    { id: 'placeWords', title: 'Place', type: 'text', csv: 'file', value: ({ place }) => placeWords(trails, place) },
    { id: 'latitude', title: 'Latitude', type: 'number', csv: 'file', value: ({ place }) => place?.latitude },
    { id: 'longitude', title: 'Longitude', type: 'number', csv: 'file', value: ({ place }) => place?.longitude },
    { id: 'due', title: 'Due', type: 'datetime', csv: 'file', value: (action) => dueAt(action, dueHours) },
    { id: 'overdue', title: 'Overdue', type: 'text', csv: 'file', value: (action) => (dueOf(action)?.isLate ? 'Yes' : '') },
    ...(mayTriage ? [{ id: 'source', title: 'Source', type: 'text', csv: 'file', value: sourceOf } as const] : []),
  ]
}

const FILE_ORDER = ['status', 'description', 'rating', 'number', 'createdAt', 'assignedTo', 'by', 'completedAt']

/** Programs that read the file rely on the order of its first columns (ACT-10). */
export function inFileOrder<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const rank = ({ id }: Column<Row>) => (FILE_ORDER.includes(id) ? FILE_ORDER.indexOf(id) : FILE_ORDER.length)
  return columns.toSorted((a, b) => rank(a) - rank(b))
}

const WAITS = { local: () => `Saved on this ${thisDevice()}`, attention: () => 'Needs you' }

const withState = (where: string, action: SeenAction, receiptOf: ReceiptOf) =>
  [where, action.state === 'sent' ? receiptOf(action) : WAITS[action.state]()].filter(Boolean).join(' · ')

const Assignee = ({ name }: { name: string | null }) =>
  name ? (
    <span className="person">
      <Avatar name={name} size={28} />
      <span className="line">{name}</span>
    </span>
  ) : (
    <span className="empty">Not assigned</span>
  )

function StateDetail({ action: { waitingFor, waitingUntil, mergedInto } }: { action: SeenAction }) {
  if (mergedInto) return <span className="detail">Merged</span>
  if (!waitingFor) return null
  return <span className="detail">{waitingUntil ? `Until ${formatDay(waitingUntil).slice(4, 10)}` : 'Waiting'}</span>
}
