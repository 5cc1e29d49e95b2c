import { isInForce } from '@trailwarden/domain/notice/notice-rules'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatExact } from '#lib/dates.ts'
import { RecordRow } from '#parts/record/record-row.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { useNow } from '#platform/clock.ts'
import { iconCampaign } from '#ui/icons/screen-icons.ts'
import { NoticeSymbol } from './notice-symbol.tsx'
import { type SeenNotice, stateOfNotice, useAllNotices } from './notices.ts'

const editPath = ({ id }: Pick<SeenNotice, 'id'>) => `/notices/edit/${id}`

const columnsAt = (now: Date): readonly Column<SeenNotice>[] => [
  {
    id: 'title',
    title: 'Title',
    type: 'text',
    width: 240,
    primary: true,
    value: ({ title }) => title,
    render: (notice) => <Link to={editPath(notice)}>{notice.title}</Link>,
  },
  { id: 'text', title: 'Text', type: 'text', value: ({ text }) => text },
  { id: 'level', title: 'Level', type: 'text', width: 110, group: true, value: ({ level }) => level },
  { id: 'state', title: 'State', type: 'text', width: 160, group: true, value: (notice) => stateOfNotice(notice, now) },
  { id: 'endsAt', title: 'Until', type: 'datetime', width: 160, value: ({ endsAt }) => endsAt },
  { id: 'by', title: 'By', type: 'text', width: 150, group: true, value: ({ createdByName }) => createdByName },
]

const ADD = { title: 'Post a notice', icon: iconCampaign, to: '/notices/add', onPhone: true }

export function NoticeList() {
  const { timeZone } = usePageData().site
  const now = useNow()
  const notices = useAllNotices()
  const rows = useMemo(
    () =>
      notices?.toSorted(
        (a, b) => Number(isInForce(b, now)) - Number(isInForce(a, now)) || Date.parse(b.createdAt) - Date.parse(a.createdAt),
      ),
    [notices, now],
  )
  const columns = useMemo(() => columnsAt(now), [now])
  if (!rows) return null
  const card = (notice: SeenNotice) => (
    <RecordRow data-card to={editPath(notice)}>
      <NoticeSymbol level={notice.level} />
      <span>
        <b>{notice.title}</b>
        <small>
          {stateOfNotice(notice, now)} · until {formatExact(new Date(notice.endsAt), timeZone)}
        </small>
      </span>
    </RecordRow>
  )
  return (
    <RecordTable
      collection="notices"
      rows={rows}
      columns={columns}
      timeZone={timeZone}
      empty="No notices yet"
      action={ADD}
      onExport={null}
      card={card}
    />
  )
}
