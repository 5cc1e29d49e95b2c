import { placeLine } from '@trailwarden/domain'
import { decisionOf, type Report } from '@trailwarden/domain/report/report-kind'
import { useState } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useRecords } from '#data/use-records.ts'
import { formatDateTime } from '#lib/dates.ts'
import { DecidedReport } from '#parts/action/decided-report.tsx'
import { usePersonName } from '#parts/person/person-name.ts'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import { WhenFetched } from '#parts/record/when-fetched.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'
import { LIST_ROW } from './list-row.ts'

const List = styled('ul')({
  background: colour('surface'),
  '& > li': { borderTop: `1px solid ${colour('line')}` },
  '& button': {
    ...LIST_ROW,
    '&[aria-expanded=true]': {
      background: colour('primaryContainer'),
      color: colour('onPrimaryContainer'),
      '& small': { color: 'inherit' },
    },
  },
  [DESKTOP]: { '& button': { padding: '8px 24px' } },
})

const Details = styled('div')({ maxWidth: 720, padding: '12px 16px 16px', [DESKTOP]: { padding: '12px 24px 24px' } })
const Empty = styled(Muted)({ padding: '32px 24px', textAlign: 'center' })

/** 100 reports are more than fits on a screen. The search finds the others. */
const SHOWN = 100

function isFound(report: Report, place: string, search: string): boolean {
  const { number, words, category, area, trail, contact } = report
  const text = [number, words, category, area, trail, contact, place].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

type Props = { reports: readonly Report[]; search: string; nothing: string }

export function DecidedReports({ reports, search, nothing }: Props) {
  const index = useSiteData()?.index ?? null
  const { timeZone } = usePageData().site
  const nameOf = usePersonName()
  const [openId, setOpenId] = useState<string | null>(null)
  const open = reports.find(({ id }) => id === openId)
  const views = useRecords(`action of ${open?.actionId}`, { kind: 'action', where: ({ id }) => id === open?.actionId })
  const action = views?.[0]?.data
  const found = reports
    .filter((report) => isFound(report, placeLine(index, report), search))
    .toSorted((a, b) => (b.checkedAt ?? '').localeCompare(a.checkedAt ?? ''))
  if (found.length === 0)
    return (
      <Empty as="div">
        <WhenFetched>{search ? `No report matches “${search}”.` : nothing}</WhenFetched>
      </Empty>
    )
  return (
    <List aria-label="Decided reports">
      {found.slice(0, SHOWN).map((report) => {
        const isOpen = report.id === openId
        return (
          <li key={report.id}>
            <button type="button" aria-expanded={isOpen} onClick={() => setOpenId(isOpen ? null : report.id)}>
              <Thumbnail photos={report.photos} />
              <span>
                <b>
                  {report.number} {report.words ? `“${report.words.slice(0, 120)}”` : report.category}
                </b>
                <small>
                  {placeLine(index, report) || 'No location'} · {report.contact ?? 'No contact'}
                </small>
                <small>
                  {decisionOf(report)}
                  {report.checkedBy && ` by ${nameOf(report.checkedBy)}`}
                  {report.checkedAt && `, ${formatDateTime(new Date(report.checkedAt), timeZone)}`}
                  {report.reason && ` · ${report.reason}`}
                </small>
              </span>
            </button>
            {isOpen && (
              <Details>
                <DecidedReport report={report} action={action ?? null} />
              </Details>
            )}
          </li>
        )
      })}
      {found.length > SHOWN && <Empty as="li">{found.length - SHOWN} more. Search to find them.</Empty>}
    </List>
  )
}
