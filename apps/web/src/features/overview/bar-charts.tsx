import { AGE_FROM_DAYS } from '@trailwarden/api'
import type { DueHours } from '@trailwarden/domain'
import { Link } from 'react-router'
import { type ActionFilter, actionsPath } from '#parts/action/action-filter.ts'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, DESKTOP, rem, typography } from '#ui/theme/theme.ts'
import { FiguresCard, Table, TableUnseen } from './figures-card.tsx'
import type { ActionFigures } from './rating-chart.tsx'
import { hoursSince, limitOf, spanOf } from './spans.ts'
import type { Tables } from './table-choice.ts'

type Props = { actions: ActionFigures; within: ActionFilter; tables: Tables; now: Date }

const AGES = ['Under 1 week', '1 to 4 weeks', '1 to 3 months', 'Over 3 months'] as const

const Bars = styled('ul')({
  ...typography.body2,
  display: 'grid',
  gap: 4,
  '& a': {
    display: 'grid',
    gridTemplateColumns: '112px 1fr auto',
    alignItems: 'center',
    gap: 12,
    minHeight: 36,
    color: colour('text'),
    textDecoration: 'none',
    borderRadius: 6,
  },
  '& a:hover': { background: colour('surfaceAlt') },
  '& a > svg': { display: 'block', width: '100%', height: 18, overflow: 'visible' },
  '& b': { textAlign: 'right', minWidth: 24 },
  '&[data-ratings] a': { gridTemplateColumns: '104px 1fr 104px', minHeight: 44 },
  '& small': { display: 'block', fontSize: rem(12), lineHeight: rem(16), fontWeight: 400, color: colour('text2') },
  '& [data-late] b, & [data-late] small': { color: colour('warningText') },
})

export function AgeChart({ actions: { ages, oldest }, within, tables, now }: Props) {
  const most = Math.max(1, ...ages)
  const to = (i: number) => {
    const [from, end] = [AGE_FROM_DAYS[i] ?? 0, AGE_FROM_DAYS[i + 1]]
    return actionsPath('outstanding', { ...within, age: [end ? `${from}d-${end}d` : `${from}d`] })
  }
  const chart = (
    <figure aria-label={`Open Actions by age: ${AGES.map((title, i) => `${title.toLowerCase()} ${ages[i] ?? 0}`).join(', ')}.`}>
      <Bars>
        {AGES.map((title, i) => (
          <li key={title}>
            <Link to={to(i)}>
              {title}
              <svg aria-hidden="true">
                <rect width={`${((ages[i] ?? 0) / most) * 100}%`} height="18" rx="4" fill={colour('primary')} />
              </svg>
              <b>
                <Hidden>, </Hidden>
                {ages[i] ?? 0}
              </b>
            </Link>
          </li>
        ))}
      </Bars>
    </figure>
  )
  const table = (
    <Table>
      <thead>
        <tr>
          <th scope="col">Age</th>
          <th scope="col">Open</th>
        </tr>
      </thead>
      <tbody>
        {AGES.map((title, i) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>
              <Link to={to(i)}>{ages[i] ?? 0}</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
  const foot = oldest && (
    <>
      Oldest:{' '}
      <Link to={`/actions/view/${oldest.id}`}>
        {oldest.number} {oldest.description}
      </Link>
      , {spanOf(hoursSince(oldest.createdAt, now))}
    </>
  )
  return <FiguresCard name="ages" title="Age of open Actions" tables={tables} chart={chart} table={table} foot={foot} />
}

export function TimeToFix({
  actions: { timeToFix },
  within,
  tables,
  dueHours = {},
}: Omit<Props, 'now'> & { dueHours: DueHours | undefined }) {
  const fixed = timeToFix.reduce((sum, one) => sum + one.fixed, 0)
  const most = 1.06 * Math.max(1, ...timeToFix.flatMap(({ rating, medianHours }) => [medianHours ?? 0, dueHours[rating] ?? 0]))
  const across = (hours: number) => `${(hours / most) * 100}%`
  const median = (hours: number | null) => (hours === null ? 'None fixed' : spanOf(hours))
  const isLate = ({ rating, medianHours }: ActionFigures['timeToFix'][number]) =>
    (medianHours ?? 0) > (dueHours[rating] ?? Number.POSITIVE_INFINITY)
  const to = (rating: string) => actionsPath('all', { ...within, status: ['Resolved'], rating: [rating] })
  const target = (rating: keyof DueHours) => (dueHours[rating] === undefined ? null : limitOf(dueHours[rating]))
  const words = timeToFix.map(
    ({ rating, medianHours }) => `${rating} ${median(medianHours)}${target(rating) ? `, target ${target(rating)}` : ''}`,
  )
  const chart = (
    <figure aria-label={`Median time to fix: ${words.join('; ')}.`}>
      <Bars data-ratings>
        {timeToFix.map((one) => {
          const { rating, medianHours } = one
          const limit = dueHours[rating]
          return (
            <li key={rating}>
              <Link to={to(rating)} {...(isLate(one) && { 'data-late': true })}>
                <RatingLine rating={rating} size={20} />
                <svg aria-hidden="true">
                  <rect width="100%" height="18" rx="3" fill={colour('surfaceSunken')} />
                  {medianHours !== null && <rect y="3" width={across(medianHours)} height="12" rx="3" fill={colour('text2')} />}
                  {limit !== undefined && <rect x={across(limit)} y="-2" width="3" height="22" fill={colour('text')} />}
                </svg>
                <b>
                  {median(medianHours)}
                  {target(rating) && (
                    <small>
                      {isLate(one) ? 'over target ' : 'target '}
                      {target(rating)}
                    </small>
                  )}
                </b>
              </Link>
            </li>
          )
        })}
      </Bars>
    </figure>
  )
  const table = (
    <Table>
      <thead>
        <tr>
          <th scope="col">Rating</th>
          <th scope="col">Fixed</th>
          <th scope="col">Median</th>
          <th scope="col">Target</th>
        </tr>
      </thead>
      <tbody>
        {timeToFix.map(({ rating, medianHours, fixed: count }) => (
          <tr key={rating}>
            <th scope="row">{rating}</th>
            <td>
              <Link to={to(rating)}>{count}</Link>
            </td>
            <td>{median(medianHours)}</td>
            <td>{target(rating) ?? 'None'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
  const hasTarget = timeToFix.some(({ rating }) => dueHours[rating] !== undefined)
  return (
    <FiguresCard
      name="time-to-fix"
      title="Time to fix"
      note="Median, last 12 months"
      tables={tables}
      chart={chart}
      table={table}
      foot={`${hasTarget && !tables.isTable('time-to-fix') ? 'The vertical line is the target. ' : ''}${fixed} fixed.`}
    />
  )
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const shortDay = (date: string) => `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`

const Weeks = styled('div')({
  ...typography.body2,
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', color: colour('text2'), marginBottom: 4 },
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
  '& li svg': { width: 16, height: 16 },
  '& figure > svg': { display: 'block', width: '100%', height: 'auto', maxHeight: 220 },
  // In units of the drawing, which a phone shows at half size.
  '& text': { fontSize: rem(22), fill: colour('text2'), [DESKTOP]: { fontSize: rem(13) } },
})

/** A round step is 1, 2, 4, 5, 10 and so on. The scale has at most four parts. */
function stepOf(most: number): number {
  for (let unit = 1; ; unit *= 10) for (const step of [1, 2, 4, 5]) if (most <= step * unit * 4) return step * unit
}

const [LEFT, TOP, WIDTH, HEIGHT] = [34, 8, 560, 130]

export function WeekChart({ actions: { weeks, open }, within, tables }: Omit<Props, 'now'>) {
  const sum = (name: 'opened' | 'closed') => weeks.reduce((total, week) => total + week[name], 0)
  const [opened, closed] = [sum('opened'), sum('closed')]
  const step = stepOf(Math.max(4, ...weeks.flatMap((week) => [week.opened, week.closed])))
  const heightOf = (n: number) => (n / (step * 4)) * HEIGHT
  const wide = WIDTH / Math.max(1, weeks.length)
  const more = opened - closed
  const trend =
    more === 0
      ? 'The number of open Actions hasn’t changed.'
      : `The number of open Actions is ${more > 0 ? 'up' : 'down'} by ${Math.abs(more)}.`
  const bar = (x: number, n: number) => ({ x, y: TOP + HEIGHT - heightOf(n), width: wide * 0.32, height: heightOf(n) })
  const tableOf = (
    <Table>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          <th scope="col">Created</th>
          <th scope="col">Resolved</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.from}>
            <th scope="row">{shortDay(week.from)}</th>
            <td>{week.opened}</td>
            <td>{week.closed}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
  const chart =
    opened + closed === 0 ? (
      <p>No Actions were created or resolved in the last 12 full weeks.</p>
    ) : (
      <Weeks>
        <ul>
          <li>
            <svg aria-hidden="true">
              <rect x="1" y="1" width="14" height="14" fill="url(#part-opened)" stroke={colour('text2')} strokeWidth="1.5" />
            </svg>
            <Link to={actionsPath('all', { ...within, age: ['0d-84d'] })}>Created {opened}</Link>
          </li>
          <li>
            <svg aria-hidden="true">
              <rect width="16" height="16" rx="3" fill={colour('primary')} />
            </svg>
            <Link to={actionsPath('all', { ...within, status: ['Resolved'] })}>Resolved {closed}</Link>
          </li>
        </ul>
        <figure>
          <svg
            viewBox={`0 0 ${LEFT + WIDTH} 168`}
            role="img"
            aria-label={`In the last 12 weeks, ${opened} Actions were created and ${closed} were resolved. ${trend}`}
          >
            <defs>
              <pattern id="part-opened" width="7" height="7" patternUnits="userSpaceOnUse">
                <path d="M-2 2L2 -2M0 7L7 0M5 9L9 5" stroke={colour('text2')} strokeWidth="1.6" />
              </pattern>
            </defs>
            {[0, 1, 2, 3, 4].map((i) => (
              <g key={i}>
                <path d={`M${LEFT} ${TOP + HEIGHT - (i * HEIGHT) / 4}H${LEFT + WIDTH}`} stroke={colour('line')} />
                <text x={LEFT - 8} y={TOP + HEIGHT - (i * HEIGHT) / 4 + 4} textAnchor="end">
                  {i * step}
                </text>
              </g>
            ))}
            {weeks.map((week, i) => {
              const x = LEFT + i * wide + wide * 0.14
              return (
                <g key={week.from}>
                  <rect {...bar(x, week.opened)} fill="url(#part-opened)" stroke={colour('text2')} strokeWidth="1.5" />
                  <rect {...bar(x + wide * 0.36, week.closed)} fill={colour('primary')} />
                  {i % 3 === 0 && (
                    <text x={x} y="160">
                      {shortDay(week.from)}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        </figure>
        <TableUnseen>{tableOf}</TableUnseen>
      </Weeks>
    )
  return (
    <FiguresCard
      name="weeks"
      title="Created and resolved per week"
      note={opened + closed + open === 0 ? 'Last 12 weeks' : `Last 12 weeks. ${trend}`}
      tables={tables}
      chart={chart}
      table={tableOf}
    />
  )
}
