import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDate } from '#lib/dates.ts'
import { formatViewHash, showPath } from '#lib/view-hash.ts'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { useNow } from '#platform/clock.ts'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight } from '#ui/icons.ts'
import { colour, font } from '#ui/theme.ts'
import { CardTop } from './card-top.tsx'
import type { Problem } from './problems.ts'

const Rows = styled('ul')({
  '& a': {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr) 24px',
    gap: 12,
    alignItems: 'center',
    minHeight: 64,
    padding: '8px 12px 8px 16px',
    borderTop: `1px solid ${colour('line')}`,
    color: colour('text'),
    textDecoration: 'none',
    outlineOffset: -4,
  },
  '& b': { display: 'block', font: font('600 16px/21px'), overflowWrap: 'anywhere' },
  '& small': { font: font('400 14px/20px'), color: colour('text2') },
  '& a > svg': { color: colour('text2') },
})

const CLOSE_UP = 16

const pathOf = ({ of }: Problem) =>
  'action' in of
    ? `/actions/view/${of.action}`
    : showPath({ layer: 'hazards', id: of.hazard }, formatViewHash({ lng: of.at[0], lat: of.at[1], zoom: CLOSE_UP }))

/** "At SH10 · 6 days ago". A survey tells the day alone, and long ago: of that the date says more than the days since. */
export function useProblemDetail(): (problem: Problem) => string {
  const now = useNow()
  const { timeZone } = usePageData().site
  return ({ place, reportedAt, of }) => {
    const at = reportedAt === null ? null : new Date(reportedAt)
    const when = at && ('hazard' in of ? formatDate(at, 'UTC') : formatAge(at, now, timeZone))
    return [place, when && `reported ${when}`].filter(Boolean).join(' · ')
  }
}

/** Left out where nothing is reported. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const detailOf = useProblemDetail()
  if (problems.length === 0) return null
  return (
    <Card aria-labelledby="problems">
      <CardTop id="problems" title="Reported problems" more={String(problems.length)} />
      <Rows>
        {problems.map((problem) => (
          <li key={problem.id}>
            <Link to={pathOf(problem)}>
              <MarkerSymbol name={problem.symbol} size={34} />
              <span>
                <b>{problem.title}</b> <small>{detailOf(problem)}</small>
              </span>
              <Icon path={iconChevronRight} />
            </Link>
          </li>
        ))}
      </Rows>
    </Card>
  )
}
