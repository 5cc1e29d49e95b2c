import type { Overview } from '@trailwarden/api'
import type { Rating } from '@trailwarden/domain'
import { Link } from 'react-router'
import { actionsPath } from '#parts/action/action-filter.ts'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, rem, typography } from '#ui/theme/theme.ts'
import { FiguresCard, Table } from './figures-card.tsx'
import type { Tables } from './table-choice.ts'

export type ActionFigures = NonNullable<Overview['actions']>

const RATINGS = ['Extreme', 'High', 'Medium', 'Low', 'Unrated'] as const

const Legend = styled('ul')({
  ...typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  color: colour('text2'),
  marginBottom: 8,
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
  '& svg': { width: 16, height: 16, borderRadius: 3 },
})

const Row = styled('div')({
  ...typography.body2,
  marginTop: 8,
  '& > a': { display: 'flex', justifyContent: 'space-between', minHeight: 24, textDecoration: 'none', color: colour('text') },
  '& > a:hover b': { textDecoration: 'underline' },
  '& b': { fontWeight: 600 },
  '& > a span': { color: colour('text2') },
  '& > div': { display: 'flex', gap: 2 },
  '& > div > a': {
    flex: '1 1 0',
    minWidth: 24,
    font: 'inherit',
    fontWeight: 700,
    fontSize: rem(12),
    lineHeight: rem(16),
    textDecoration: 'none',
    color: colour('text'),
  },
  '& > div svg': { display: 'block', width: '100%', height: 24, borderRadius: 3 },
})

const Part = styled('rect')({ '&[data-empty]': { display: 'none' } })

/** Patterns distinguish the ratings in a greyscale print. Medium is plain. */
function Patterns() {
  const line = { fill: 'none', strokeWidth: 1.6 }
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        <pattern id="part-Extreme" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill={colour('ratingExtreme')} />
          <path d="M0 0L8 8M8 0L0 8" stroke={colour('onRatingExtreme')} {...line} strokeWidth={1.2} />
        </pattern>
        <pattern id="part-High" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill={colour('ratingHigh')} />
          <path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke={colour('onRatingHigh')} {...line} />
        </pattern>
        <pattern id="part-Medium" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill={colour('ratingMedium')} />
        </pattern>
        <pattern id="part-Low" width="8" height="6" patternUnits="userSpaceOnUse">
          <rect width="8" height="6" fill={colour('ratingLow')} />
          <path d="M0 3H8" stroke={colour('onRatingLow')} {...line} strokeWidth={1.2} />
        </pattern>
        <pattern id="part-Unrated" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill={colour('ratingUnrated')} />
          <circle cx="3" cy="3" r="1.2" fill={colour('onRatingUnrated')} />
        </pattern>
      </defs>
    </svg>
  )
}

const Swatch = ({ rating }: { rating: Rating }) => (
  <svg aria-hidden="true">
    <Part width="100%" height="100%" fill={`url(#part-${rating})`} />
  </svg>
)

const sumOf = (ratings: Record<Rating, number>) => RATINGS.reduce((sum, rating) => sum + ratings[rating], 0)

type Props = { actions: ActionFigures; nameOf: (id: string) => string; tables: Tables }

export function RatingChart({ actions: { networks, open }, nameOf, tables }: Props) {
  const most = Math.max(1, ...networks.map(({ ratings }) => sumOf(ratings)))
  const to = (network: string, ...rating: Rating[]) =>
    actionsPath('outstanding', { network: [network], ...(rating.length > 0 && { rating }) })
  const sentence = `${open} open ${open === 1 ? 'Action' : 'Actions'}: ${networks.map(({ id, ratings }) => `${nameOf(id)} ${sumOf(ratings)}`).join(', ')}.`
  const chart = (
    <figure aria-label={sentence}>
      <Patterns />
      <Legend>
        {RATINGS.map((rating) => (
          <li key={rating}>
            <Swatch rating={rating} />
            {rating}
          </li>
        ))}
      </Legend>
      {networks.map(({ id, ratings }) => (
        <Row key={id}>
          <Link to={to(id)}>
            <b>{nameOf(id)}</b>
            <Hidden>, </Hidden>
            <span>{sumOf(ratings)} open</span>
          </Link>
          <div
            style={{ width: `${(sumOf(ratings) / most) * 100}%`, minWidth: 24 * RATINGS.filter((rating) => ratings[rating] > 0).length }}
          >
            {RATINGS.filter((rating) => ratings[rating] > 0).map((rating) => (
              <Link key={rating} to={to(id, rating)} style={{ flexGrow: ratings[rating] }}>
                {ratings[rating]}
                <Hidden>{` ${rating}, ${nameOf(id)}`}</Hidden>
                <Swatch rating={rating} />
              </Link>
            ))}
          </div>
        </Row>
      ))}
    </figure>
  )
  const table = (
    <Table>
      <thead>
        <tr>
          <th scope="col">Network</th>
          {RATINGS.map((rating) => (
            <th key={rating} scope="col">
              {rating}
            </th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {networks.map(({ id, ratings }) => (
          <tr key={id}>
            <th scope="row">{nameOf(id)}</th>
            {RATINGS.map((rating) => (
              <td key={rating}>
                <Link to={to(id, rating)}>{ratings[rating]}</Link>
              </td>
            ))}
            <td data-sum>
              <Link to={to(id)}>{sumOf(ratings)}</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
  return <FiguresCard name="ratings" title="Open Actions by rating" note={`${open} open`} tables={tables} chart={chart} table={table} />
}
