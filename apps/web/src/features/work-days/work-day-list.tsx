import { useMemo } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatExact } from '#lib/dates.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { iconTaskAlt } from '#parts/record/record-icons.ts'
import { RecordRow } from '#parts/record/record-row.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { useNow } from '#platform/clock.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd, iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { DESKTOP, rem } from '#ui/theme/theme.ts'
import { type SeenWorkDay, useWorkDays } from './work-days.ts'

const viewPath = ({ id }: Pick<SeenWorkDay, 'id'>) => `/work-days/view/${id}`
const doneOf = ({ jobs, results }: SeenWorkDay) =>
  `${results.filter(({ outcome, actionId }) => outcome === 'Done' && jobs.some((job) => job.actionId === actionId)).length} of ${jobs.length} done`

const DAY_MS = 86_400_000
/** A work day counts as upcoming until 24 hours after its start. */
const isOver = ({ startsAt }: SeenWorkDay, now: Date) => Date.parse(startsAt) + DAY_MS < now.getTime()
const whenOf = (day: SeenWorkDay, now: Date) => (isOver(day, now) ? 'Past' : 'Upcoming')

const columnsAt = (now: Date): readonly Column<SeenWorkDay>[] => [
  {
    id: 'title',
    title: 'Work day',
    type: 'text',
    primary: true,
    value: ({ title }) => title,
    render: (day) => <Link to={viewPath(day)}>{day.title}</Link>,
    detail: ({ meetAt }) => meetAt,
  },
  { id: 'startsAt', title: 'Starts', type: 'datetime', width: 180, value: ({ startsAt }) => startsAt },
  { id: 'jobs', title: 'Jobs', type: 'text', width: 140, value: doneOf },
  {
    id: 'people',
    title: 'People',
    type: 'number',
    width: 110,
    value: ({ crew, guests }) => crew.length + guests.split('\n').filter(Boolean).length,
  },
  { id: 'when', title: 'When', type: 'text', width: 110, group: ['Upcoming', 'Past'], value: (day) => whenOf(day, now) },
  { id: 'by', title: 'By', type: 'text', width: 150, group: true, value: ({ createdByName }) => createdByName },
]

const ADD = { title: 'Plan a work day', icon: iconAdd, to: '/work-days/add', onPhone: true }
const EMPTY = {
  title: 'No work days yet',
  next: 'Choose the Actions, their order and the people. Everyone gets the plan on their phone.',
  icon: iconTaskAlt,
}
const OPEN_AT_FIRST = ['Upcoming']

function DayRow({ day, timeZone }: { day: SeenWorkDay; timeZone: string }) {
  return (
    <RecordRow data-card to={viewPath(day)}>
      <span>
        <b>{day.title}</b>
        <small>
          {formatExact(new Date(day.startsAt), timeZone)} · {doneOf(day)}
        </small>
      </span>
      <Icon path={iconChevronRight} />
    </RecordRow>
  )
}

export function WorkDayList() {
  const { timeZone } = usePageData().site
  const now = useNow()
  const days = useWorkDays()
  const rows = useMemo(() => days?.toSorted((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt)), [days])
  const columns = useMemo(() => columnsAt(now), [now])
  if (!rows) return null
  return (
    <RecordTable
      collection="work days"
      rows={rows}
      columns={columns}
      timeZone={timeZone}
      groupBy="when"
      expanded={OPEN_AT_FIRST}
      empty={EMPTY}
      action={ADD}
      onExport={null}
      card={(day) => <DayRow day={day} timeZone={timeZone} />}
    />
  )
}

const Mine = styled('section')({
  display: 'grid',
  gap: 8,
  padding: '16px 16px 0',
  '& h2': { fontSize: rem(17), lineHeight: rem(24), fontWeight: 600 },
  [DESKTOP]: { padding: '20px 24px 0', maxWidth: 760 },
})

export function MyWorkDays() {
  const { id } = useSignedIn()
  const { timeZone } = usePageData().site
  const now = useNow()
  const mine = useWorkDays()?.filter((day) => day.crew.includes(id) && !isOver(day, now))
  if (!mine?.length) return null
  return (
    <Mine aria-labelledby="my-work-days">
      <h2 id="my-work-days">Your work days</h2>
      {mine
        .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
        .map((day) => (
          <DayRow key={day.id} day={day} timeZone={timeZone} />
        ))}
    </Mine>
  )
}
