import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour, typography } from '#ui/theme/theme.ts'
import type { Column } from './column.ts'
import { iconDownload, iconFilterList, iconViewColumn } from './table-icons.ts'
import { type ColumnChoice, ColumnSelect } from './table-toolbar.tsx'

const Panel = styled(Card)({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 12,
  padding: 16,
  marginBottom: 12,
  '& > :not(label)': { gridColumn: '1 / -1' },
  '& label': { ...typography.subtitle2, display: 'grid', gap: 4 },
  '& input': {
    ...typography.body1,
    width: '100%',
    minHeight: 48,
    padding: '0 12px',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 8,
    background: colour('surface'),
    color: colour('text'),
  },
})

type Props<Row> = {
  columns: readonly Column<Row>[]
  filters: Readonly<Record<string, string>>
  onFilter(columnId: string, text: string): void
  clearings: number
  group: ColumnChoice | null
  sort: ColumnChoice
  onCsv: (() => void) | null
  besideCsv: ReactNode
}

export function PhoneFilters<Row>({ columns, filters, onFilter, clearings, group, sort, onCsv, besideCsv }: Props<Row>) {
  return (
    <Panel aria-label="Filters">
      {group && <ColumnSelect what="Group" icon={iconViewColumn} none="none" {...group} />}
      <ColumnSelect what="Sort" icon={iconFilterList} {...sort} />
      {columns.map((column) => (
        <label key={column.id}>
          {column.title}
          <input
            type="text"
            key={clearings}
            defaultValue={filters[column.id] ?? ''}
            onChange={(event) => onFilter(column.id, event.target.value)}
          />
        </label>
      ))}
      {besideCsv && <div>{besideCsv}</div>}
      {onCsv && (
        <Button variant="outlined" onClick={onCsv}>
          <Icon path={iconDownload} />
          CSV
        </Button>
      )}
    </Panel>
  )
}
