import { useSearchParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { formatAge, formatDateTime } from '#lib/dates.ts'
import { useGoKeys } from '#parts/page/single-keys.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { useSiteData } from '#parts/trail/site-data.ts'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, typography, WIDE } from '#ui/theme/theme.ts'
import { AgeChart, TimeToFix, WeekChart } from './bar-charts.tsx'
import { useFigures } from './figures.ts'
import { FigureCard } from './figures-card.tsx'
import { NeedsALook } from './needs-a-look.tsx'
import { iconBarChart, iconTable } from './overview-icons.ts'
import { RatingChart } from './rating-chart.tsx'
import { hoursSince, spanOf } from './spans.ts'
import { useTables } from './table-choice.ts'
import { TrailsStrip } from './trails-strip.tsx'

const Page = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [DESKTOP]: { padding: '16px 24px 32px' },
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 },
  '& > header > div': { flex: '1 1 240px' },
  '& > header h2': typography.h2,
})

const Cards = styled('div')({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'stretch',
  [DESKTOP]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [WIDE]: {
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    '& > :nth-of-type(1)': { gridColumn: 'span 5' },
    '& > :nth-of-type(2)': { gridColumn: 'span 3' },
    '& > :nth-of-type(3)': { gridColumn: 'span 4' },
    '& > :nth-of-type(n + 4)': { gridColumn: 'span 6' },
  },
})

const NetworkChoice = styled('label')({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 44,
  padding: '0 6px 0 14px',
  borderRadius: 24,
  border: `1.5px solid ${colour('primary')}`,
  background: colour('primaryContainer'),
  color: colour('onPrimaryContainer'),
  '& select': {
    font: 'inherit',
    fontWeight: 600,
    color: 'inherit',
    background: colour('primaryContainer'),
    border: 0,
    minHeight: 40,
    maxWidth: 180,
    borderRadius: 20,
  },
})

export function OverviewScreen() {
  const { site } = usePageData()
  const me = useSignedIn()
  const now = useNow()
  useGoKeys()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('network') ?? ''
  const network = site.networks.some(({ id }) => id === asked) ? asked : ''
  const { figures, failed, askAgain } = useFigures(me.id, network)
  const tables = useTables()
  const bundle = useSiteData()?.bundle
  const within = network ? { network: [network] } : {}
  const nameOf = (id: string) => site.networks.find((one) => one.id === id)?.name ?? id
  const isOf = (area: string | null) => !network || site.areas.some(({ name, networkId }) => name === area && networkId === network)
  const trails = bundle?.trails.filter(({ area }) => isOf(area)) ?? []
  const age = figures && hoursSince(figures.asOf, now)
  return (
    <Page>
      <header>
        <div>
          <h2>Needs attention</h2>
          <Muted>
            {formatDateTime(now, site.timeZone)}
            {figures && !failed && `. Figures: ${formatAge(new Date(figures.asOf), now, site.timeZone).toLowerCase()}`}
          </Muted>
        </div>
        <NetworkChoice>
          Network
          <select
            value={network}
            onChange={({ target }) => setSearch(target.value ? { network: target.value } : {}, { replace: true, preventScrollReset: true })}
          >
            <option value="">All</option>
            {site.networks.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </NetworkChoice>
        <Button variant="outlined" onClick={() => tables.setAll(!tables.areAll)}>
          <Icon path={tables.areAll ? iconBarChart : iconTable} size={20} />
          {tables.areAll ? 'Show as charts' : 'Show as tables'}
        </Button>
      </header>
      {failed && figures && age !== null && (
        <Notice>
          <span role="status">Figures are {spanOf(age)} old. No connection.</span>
        </Notice>
      )}
      {!figures && !failed && <Muted role="status">Counting…</Muted>}
      {!figures && failed && (
        <FigureCard>
          <Muted role="alert">Couldn’t load the figures. Check your connection.</Muted>
          <Button variant="outlined" onClick={askAgain}>
            Try again
          </Button>
        </FigureCard>
      )}
      {figures && (
        <>
          <NeedsALook overview={figures} site={site} role={me.role} within={within} now={now} askAgain={askAgain} />
          {figures.actions ? (
            <Cards>
              <RatingChart actions={figures.actions} nameOf={nameOf} tables={tables} />
              <AgeChart actions={figures.actions} within={within} tables={tables} now={now} />
              <TimeToFix actions={figures.actions} within={within} tables={tables} dueHours={site.dueHours} />
              <WeekChart actions={figures.actions} within={within} tables={tables} />
              <TrailsStrip actions={figures.actions} trails={trails} />
            </Cards>
          ) : (
            <FigureCard>
              <Muted role="alert">Couldn’t count the Actions.</Muted>
              <Button variant="outlined" onClick={askAgain}>
                Try again
              </Button>
            </FigureCard>
          )}
        </>
      )}
    </Page>
  )
}
