import { styled } from '@mui/material/styles'
import { useMemo, useRef, useState } from 'react'
import { Thumbnail } from '../../../../../apps/web/src/parts/photo/thumbnail.tsx'
import type { Column } from '../../../../../apps/web/src/parts/record-table/column.ts'
import { RecordTable } from '../../../../../apps/web/src/parts/record-table/record-table.tsx'
import { iconEdit, iconVisibility } from '../../../../../apps/web/src/ui/icons/screen-icons.ts'
import { colour } from '../../../../../apps/web/src/ui/theme/theme.ts'
import { type SampleAction, sampleActions } from '../../../device/p12-records.ts'

const RATING_ORDER = ['Unrated', 'Extreme', 'High', 'Medium', 'Low'] as const

const Rating = styled('b')({
  '&[data-rating=Extreme]': { color: colour('ratingExtremeText') },
  '&[data-rating=High]': { color: colour('ratingHighText') },
  '&[data-rating=Medium]': { color: colour('ratingMediumText') },
  '&[data-rating=Low]': { color: colour('ratingLowText') },
  '&[data-rating=Unrated]': { color: colour('ratingUnratedText') },
})

const CardBox = styled('article')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'grid',
  gap: 2,
  padding: '10px 14px',
  borderRadius: 12,
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  color: colour('text2'),
  '& h3': { font: '600 17px/22px "Inter Variable", Inter, Roboto, system-ui, sans-serif', color: colour('text') },
}))

const columns: Column<SampleAction>[] = [
  { id: 'edit', title: 'Edit', type: 'icon-link', width: 75, icon: iconEdit, value: edit, label: (row) => `Edit ${row.title}` },
  { id: 'view', title: 'View', type: 'icon-link', width: 75, icon: iconVisibility, value: view, label: (row) => `View ${row.title}` },
  { id: 'status', title: 'Status', type: 'text', width: 132, value: (row) => row.status, group: ['Unresolved', 'Resolved'] },
  {
    id: 'title',
    title: 'Action',
    type: 'text',
    value: (row) => row.title,
    detail: (row) => row.area,
    primary: true,
    lead: (row) => <Thumbnail photos={row.hasPhoto ? [{ id: row.id, note: '', stored: true }] : []} size="row" />,
  },
  {
    id: 'rating',
    title: 'Rating',
    type: 'custom',
    width: 118,
    value: (row) => row.rating,
    sortValue: (row) => RATING_ORDER.indexOf(row.rating),
    render: (row) => <Rating data-rating={row.rating}>{row.rating}</Rating>,
    group: RATING_ORDER,
  },
  { id: 'number', title: 'ID', type: 'text', width: 68, value: (row) => row.number },
  { id: 'createdAt', title: 'Created', type: 'date', width: 110, value: (row) => row.createdAt },
  { id: 'assigned', title: 'Assigned To', type: 'text', width: 120, value: (row) => row.assigned, group: true, empty: 'Not assigned' },
  { id: 'by', title: 'By', type: 'text', width: 114, value: (row) => row.by, dropBelow: 1200 },
  { id: 'completedAt', title: 'Resolved', type: 'date', width: 110, value: (row) => row.completedAt, dropBelow: 1200 },
  { id: 'latitude', title: 'Latitude', type: 'number', value: (row) => row.latitude, csv: 'only' },
]

function edit(row: SampleAction) {
  return `/actions/edit/${row.id}`
}
function view(row: SampleAction) {
  return `/actions/view/${row.id}`
}

function card(row: SampleAction) {
  return (
    <CardBox>
      <h3 className="title">{row.title}</h3>
      <p>
        <Rating data-rating={row.rating}>{row.rating}</Rating> · {row.area}
      </p>
      <p>
        {row.number} · {row.assigned ?? 'Not assigned'}
      </p>
    </CardBox>
  )
}

const OPEN = ['Unresolved']
const isResolved = (row: SampleAction) => row.status === 'Resolved'

export function SampleActions({ count }: { count: number }) {
  const [rows] = useState(() => sampleActions(count))
  const seen = useRef<readonly string[]>([])
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  // Managers can open and select rows.
  const handling = useMemo(
    () => ({
      seen,
      current,
      open: current,
      onPress: setCurrent,
      selection: {
        ids,
        onSelect: (id: string) => setIds(new Set([...ids, id])),
        onSelectAll: (all: boolean) => setIds(new Set(all ? seen.current : [])),
      },
    }),
    [ids, current],
  )
  return (
    <RecordTable
      collection="Actions"
      rows={rows}
      columns={columns}
      timeZone="Australia/Hobart"
      groupBy="status"
      expanded={OPEN}
      isStruck={isResolved}
      card={card}
      handling={handling}
      empty="No Actions yet"
      action={{ title: 'Add an Action', icon: iconEdit, to: '/actions/add', onPhone: false }}
    />
  )
}
