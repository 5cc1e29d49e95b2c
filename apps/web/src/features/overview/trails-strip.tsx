import type { Trail } from '@trailwarden/site'
import { Link } from 'react-router'
import { actionsPath } from '#parts/action/action-filter.ts'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { styled } from '#ui/styled.ts'
import { Hidden } from '#ui/theme/hidden.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'
import { FigureCard } from './figures-card.tsx'
import type { ActionFigures } from './rating-chart.tsx'

const mix = (percent: number) => `color-mix(in srgb, ${colour('text')} ${percent}%, ${colour('surface')})`

const Strip = styled('ul')({
  ...typography.body2,
  columnGap: 20,
  [DESKTOP]: { columns: '3 150px' },
  '& li': { breakInside: 'avoid' },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    color: colour('text'),
    textDecoration: 'none',
    borderRadius: 6,
    outlineOffset: -2,
    [DESKTOP]: { minHeight: 32 },
  },
  '& a:hover': { background: colour('surfaceAlt') },
  '& a > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& b': {
    flex: 'none',
    width: 40,
    padding: '2px 0',
    textAlign: 'center',
    fontWeight: 700,
    borderRadius: 4,
    border: `1px solid ${colour('line')}`,
  },
  '& b[data-heat="1"]': { background: mix(10) },
  '& b[data-heat="2"]': { background: mix(20) },
  '& b[data-heat="3"]': { background: mix(78), color: colour('surface') },
  '& b[data-heat="4"]': { background: mix(92), color: colour('surface') },
})

/** The trail with the most open Actions is the darkest. */
const heatOf = (open: number, most: number) => (open === 0 ? 0 : Math.max(1, Math.ceil((open / most) * 4)))

type Props = { actions: ActionFigures; trails: readonly Trail[] }

export function TrailsStrip({ actions, trails }: Props) {
  const most = Math.max(1, ...actions.trails.map(({ open }) => open))
  const rows = [
    ...actions.trails,
    ...trails
      .filter(({ name }) => !actions.trails.some(({ trail }) => trail === name))
      .map(({ name }) => ({ trail: name, open: 0, worst: null })),
  ]
  const gradeOf = (name: string) => trails.find((trail) => trail.name === name)?.rating ?? null
  return (
    <FigureCard aria-labelledby="figures-trails">
      <header>
        <div>
          <h2 id="figures-trails">Trails by open Actions</h2>
          <p>Trails with High or Extreme Actions are marked</p>
        </div>
        <Link to="/trails">All {rows.length} trails</Link>
      </header>
      <Strip>
        {rows.map(({ trail, open, worst }) => {
          const isMarked = worst === 'High' || worst === 'Extreme'
          return (
            <li key={trail}>
              <Link to={actionsPath('outstanding', { trail: [trail] })}>
                <GradeShape grade={gradeOf(trail)} size={14} />
                <span>{trail}</span>
                {isMarked && <RatingTile rating={worst} size={20} />}
                {isMarked && <Hidden>, worst {worst}, </Hidden>}
                <b data-heat={heatOf(open, most)}>{open}</b>
                <Hidden> open</Hidden>
              </Link>
            </li>
          )
        })}
      </Strip>
    </FigureCard>
  )
}
