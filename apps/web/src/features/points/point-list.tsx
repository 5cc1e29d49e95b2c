import type { Point } from '@trailwarden/domain/point/point-kind'
import { isWaiting } from '@trailwarden/domain/point/point-rules'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { RecordRow } from '#parts/record/record-row.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { nameOfPoint, type SeenPoint, statusOfPoint, symbolOfPoint, usePoints } from './points.ts'

const COLUMNS: readonly Column<SeenPoint>[] = [
  {
    id: 'name',
    title: 'Name',
    type: 'text',
    primary: true,
    value: nameOfPoint,
    render: (point) => <Link to={`/geopoints/view/${point.id}`}>{nameOfPoint(point)}</Link>,
  },
  { id: 'category', title: 'Category', type: 'text', width: 170, group: true, value: ({ category }) => category },
  { id: 'status', title: 'Status', type: 'text', width: 230, group: true, value: statusOfPoint },
  { id: 'notes', title: 'Notes', type: 'text', value: ({ notes }) => notes },
]
const ADD = { title: 'Add a point', icon: iconAdd, to: '/geopoints/add', onPhone: true }

const Row = styled(RecordRow)({ '&[data-waits=true] small': { color: colour('warningText'), fontWeight: 600 } })

const byName = (a: Point, b: Point) => nameOfPoint(a).localeCompare(nameOfPoint(b), 'en', { numeric: true })

export function PointList() {
  const { timeZone } = usePageData().site
  const points = usePoints()
  const rows = useMemo(
    () => points?.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)) || Number(a.isGone) - Number(b.isGone) || byName(a, b)),
    [points],
  )
  if (!rows) return null
  const card = (point: SeenPoint) => (
    <Row to={`/geopoints/view/${point.id}`} data-waits={isWaiting(point)}>
      <MarkerSymbol name={symbolOfPoint(point)} />
      <span>
        <b>{nameOfPoint(point)}</b>
        <small>
          {point.category} · {statusOfPoint(point)}
        </small>
      </span>
    </Row>
  )
  return (
    <RecordTable
      collection="points"
      rows={rows}
      columns={COLUMNS}
      timeZone={timeZone}
      empty="No points yet"
      action={ADD}
      onExport={null}
      card={card}
    />
  )
}
