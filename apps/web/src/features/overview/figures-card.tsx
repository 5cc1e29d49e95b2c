import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { HIDDEN } from '#ui/theme/hidden.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'
import { iconBarChart, iconTable } from './overview-icons.ts'
import type { CardName, Tables } from './table-choice.ts'

export const FigureCard = styled(Card)({
  padding: 16,
  minWidth: 0,
  '& > header': { display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 12, marginBottom: 10 },
  '& h2': typography.h2,
  '& header p, & > p': { ...typography.body2, color: colour('text2') },
  '& > p': { marginTop: 10 },
  '& figure': { margin: 0 },
  '& header > a': { whiteSpace: 'nowrap' },
  '& a': { color: colour('link') },
})

const Choice = styled('div')({
  display: 'flex',
  flex: 'none',
  border: `1.5px solid ${colour('outline')}`,
  borderRadius: 8,
  overflow: 'hidden',
  '& button': {
    display: 'grid',
    placeItems: 'center',
    width: 44,
    height: 44,
    border: 0,
    background: 'none',
    color: colour('text2'),
    cursor: 'pointer',
    outlineOffset: -3,
    [DESKTOP]: { width: 38, height: 38 },
  },
  '& button + button': { borderLeft: `1px solid ${colour('line')}` },
  '& button[aria-pressed=true]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
})

export const Table = styled('table')({
  ...typography.body2,
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '9px 6px', textAlign: 'right', fontWeight: 400, borderBottom: `1px solid ${colour('line')}` },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  '& tr > :last-child': { paddingRight: 0 },
  '& thead th': { fontWeight: 600, color: colour('text2') },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& tfoot > tr > *, & [data-sum]': { fontWeight: 700 },
  '& tfoot > tr > *': { borderBottom: 0, borderTop: `1px solid ${colour('line')}` },
  '& a': { display: 'inline-block', minWidth: 24, minHeight: 24 },
})

const Scroll = styled('div')({ overflowX: 'auto', outlineOffset: -2 })
const Unseen = styled('div')(HIDDEN)

type Props = {
  name: CardName
  title: string
  note?: ReactNode
  tables: Tables
  chart: ReactNode
  table: ReactNode
  foot?: ReactNode
}

/** Screen readers get the table along with the chart, which has a one-sentence label. */
export function FiguresCard({ name, title, note, tables, chart, table, foot }: Props) {
  const isTable = tables.isTable(name)
  return (
    <FigureCard aria-labelledby={`figures-${name}`} data-figures={name}>
      <header>
        <div>
          <h2 id={`figures-${name}`}>{title}</h2>
          {note && <p>{note}</p>}
        </div>
        <Choice role="group" aria-label={`${title}: show as`}>
          <button type="button" aria-label="Chart" aria-pressed={!isTable} onClick={() => tables.setTable(name, false)}>
            <Icon path={iconBarChart} size={20} />
          </button>
          <button type="button" aria-label="Table" aria-pressed={isTable} onClick={() => tables.setTable(name, true)}>
            <Icon path={iconTable} size={20} />
          </button>
        </Choice>
      </header>
      {isTable ? (
        <Scroll tabIndex={0} role="region" aria-label={`${title}, table`}>
          {table}
        </Scroll>
      ) : (
        chart
      )}
      {foot && <p>{foot}</p>}
    </FigureCard>
  )
}

export const TableUnseen = ({ children }: { children: ReactNode }) => <Unseen>{children}</Unseen>
