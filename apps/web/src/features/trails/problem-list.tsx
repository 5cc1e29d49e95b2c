import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDate } from '#lib/dates.ts'
import { formatViewHash, showPath } from '#lib/view-hash.ts'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { useNow } from '#platform/clock.ts'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { iconHistory } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { CardTop } from './card-top.tsx'
import { Fold } from './fold.tsx'
import { byAge, type Problem } from './problems.ts'

const Rows = styled('ul')({
  '& li > *': {
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

const None = styled('p')({ padding: '0 16px 14px', font: font('400 15px/20px') })
const Old = styled(Muted)({ padding: '8px 16px 12px' })
const Unchecked = styled('div')({ borderTop: `1px solid ${colour('line')}` })

const CLOSE_UP = 16

const pathOf = ({ of }: Problem) =>
  'action' in of
    ? `/actions/view/${of.action}`
    : of.at && showPath({ layer: 'hazards', id: of.hazard }, formatViewHash({ lng: of.at[0], lat: of.at[1], zoom: CLOSE_UP }))

/** The survey may be old and has no time, so its problems show a date instead of an age. */
export function useProblemDetail(): (problem: Problem) => string {
  const now = useNow()
  const { timeZone } = usePageData().site
  return ({ place, reportedAt, of }) => {
    const at = reportedAt === null ? null : new Date(reportedAt)
    const when = at && ('hazard' in of && of.isSurveyed ? formatDate(at, 'UTC') : formatAge(at, now, timeZone))
    return [place, when].filter(Boolean).join(' · ')
  }
}

const Row = ({ path, children }: { path: string | null; children: ReactNode }) =>
  path === null ? (
    <div>{children}</div>
  ) : (
    <Link to={path}>
      {children}
      <Icon path={iconChevronRight} />
    </Link>
  )

/** A list of problems that is younger than this counts as current. */
const FRESH_MS = 15 * 60_000

function ProblemRows({ problems }: { problems: readonly Problem[] }) {
  const detailOf = useProblemDetail()
  return (
    <Rows>
      {problems.map((problem) => (
        <li key={problem.id}>
          <Row path={pathOf(problem)}>
            <MarkerSymbol name={problem.symbol} size={34} />
            <span>
              <b>{problem.title}</b> <small>{detailOf(problem)}</small>
            </span>
          </Row>
        </li>
      ))}
    </Rows>
  )
}

function oldText(since: number | null, count: number): string {
  if (count === 1) return since === null ? '1 unchecked problem' : `1 unchecked problem from ${since}`
  return since === null ? `${count} unchecked problems` : `${count} unchecked problems, the oldest from ${since}`
}

/** `asOf` is the time when the list was last received. Null means that sync keeps the list up to date. */
export function ProblemList({ problems, asOf }: { problems: readonly Problem[]; asOf: string | null }) {
  const now = useNow()
  const { open, old, oldSince } = byAge(problems, now)
  return (
    <Card aria-labelledby="problems">
      <CardTop id="problems" title="Problems" {...(open.length > 0 && { more: `${open.length} open` })} />
      {open.length > 0 ? <ProblemRows problems={open} /> : <None>No open problems reported.</None>}
      {asOf && now.getTime() - Date.parse(asOf) > FRESH_MS && (
        <Old>
          <AgeText lead="As of" at={asOf} />
        </Old>
      )}
      {old.length > 0 && (
        <Unchecked>
          <Fold icon={iconHistory} title={<b>{oldText(oldSince, old.length)}</b>}>
            <ProblemRows problems={old} />
          </Fold>
        </Unchecked>
      )}
    </Card>
  )
}
