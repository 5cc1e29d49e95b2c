import { type Action, awayText, type Position, precisionOfPlace } from '@trailwarden/domain'
import type { Report } from '@trailwarden/domain/report/report-kind'
import { similarTo } from '@trailwarden/domain/report/similar'
import { Link } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { Thumbnail } from '#parts/photo/thumbnail.tsx'
import { AgeText } from '#parts/status/age-text.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { decideReport } from '../queue/decide-report.ts'

const Part = styled('section')({ display: 'grid', gap: 8 })

const Rows = styled('ul')({
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 72, padding: '8px 0' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& li > span:nth-of-type(2)': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& a, & b, & small': { display: 'block' },
  '& a, & b': { fontWeight: 600 },
  '& a': { color: colour('link') },
  '& li > span > small': { fontSize: rem(13), lineHeight: rem(18), color: colour('text2') },
  '& button': { flex: 'none' },
})

export type Similar = { actions: { one: Action; metres: number }[]; reports: { one: Report; metres: number }[] }

export const similarOf = (report: Report, actions: readonly Action[], waiting: readonly Report[]): Similar => ({
  actions: similarTo(report, actions),
  reports: similarTo(report, waiting),
})

export const countSimilar = ({ actions, reports }: Similar) => actions.length + reports.length

type Placed = { place: Position | null }

/** A distance can't be more precise than the two locations. */
function farText(one: Placed, other: Placed, metres: number): string {
  const accuracyM = Math.max(one.place?.accuracyM ?? 0, other.place?.accuracyM ?? 0)
  return awayText(precisionOfPlace(accuracyM), metres)?.toLowerCase() ?? 'distance unknown'
}

type Props = { report: Report; similar: Similar; onDecided: () => void }

/** Reports can't be merged into reports, because each one needs its own decision. */
export function SimilarReports({ report, similar, onDecided }: Props) {
  const device = useDevice()
  const isOnline = useHasSignal()
  if (countSimilar(similar) === 0) return null
  const merge = async (action: Action) => {
    const message = `Merged ${report.number} into ${action.number}`
    if (await decideReport(device, report, { merge: { actionId: action.id } }, message)) onDecided()
  }
  return (
    <Part aria-label="Already reported?">
      <h2>Already reported?</h2>
      <Muted>
        Reported within 500 m in the last 60 days. Merging adds the report’s photos to the Action and tells the reporter that someone had
        already reported the problem.
      </Muted>
      <Rows>
        {similar.actions.map(({ one, metres }, i) => (
          <li key={one.id}>
            <Thumbnail photos={one.photos} />
            <span>
              <Link to={`/actions/view/${one.id}`}>{one.description}</Link>
              <small>
                {[one.number, farText(report, one, metres), one.rating, one.assignedName ?? 'not assigned'].join(' · ')} ·{' '}
                <AgeText at={one.createdAt} />
              </small>
            </span>
            <Button
              variant={i === 0 ? 'outlined' : 'text'}
              disabled={!isOnline}
              aria-label={`Merge into ${one.number}`}
              onClick={() => merge(one)}
            >
              Merge
            </Button>
          </li>
        ))}
        {similar.reports.map(({ one, metres }) => (
          <li key={one.id}>
            <Thumbnail photos={one.photos} />
            <span>
              <b>{one.category}</b>
              <small>
                {[one.number, farText(report, one, metres), 'also needs review'].join(' · ')} · <AgeText at={one.createdAt} />
              </small>
            </span>
          </li>
        ))}
      </Rows>
    </Part>
  )
}
