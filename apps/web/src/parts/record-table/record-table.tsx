/**
 * The table in which records of any kind are found: searched, filtered, grouped, sorted and taken away as CSV; a table on a desktop,
 * cards on a phone. It gets what to show as data and hides how 10,000 rows stay quick: the order is worked out once, text to
 * search is written once, only the lines near the screen are in the document, and typing never waits for any of it.
 */

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { downloadCsv, toCsv } from '#lib/csv.ts'
import { formatFileDate } from '#lib/table-dates.ts'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { colour, DESKTOP } from '#ui/theme.ts'
import { useBreakpoint } from './breakpoint.ts'
import { CardList } from './card-list.tsx'
import { type Column, columnCsv, isExported, isSearched, isShown, type TableContext } from './column.ts'
import { DesktopTable, type RowHandling } from './desktop-table.tsx'
import { PhoneFilters } from './phone-filters.tsx'
import { type TableStateProps, useTableState } from './table-state.ts'
import { type TableAction, TableToolbar } from './table-toolbar.tsx'
import { inThousands } from './table-view.ts'

const Frame = styled('div')({ padding: 12, [DESKTOP]: { padding: '16px 24px 24px' } })

// Clipped, not hidden: inside what hides its overflow a head cannot stay at the top of the window.
const TableCard = styled(Card)({ overflow: 'clip' })

const Nothing = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 12,
  padding: '32px 16px',
  textAlign: 'center',
  '& > svg': { color: colour('text3') },
  '& > b': { fontSize: 17, lineHeight: '24px', fontWeight: 600 },
})

function Empty({ empty }: { empty: Props<never>['empty'] }) {
  if (typeof empty === 'string') return <Muted>{empty}</Muted>
  return (
    <>
      <Icon path={empty.icon} size={44} />
      <b>{empty.title}</b>
      <Muted>{empty.next}</Muted>
    </>
  )
}

// memo loses the type parameter of a component and nothing else.
const MemoTable = memo(DesktopTable) as unknown as typeof DesktopTable
const MemoCards = memo(CardList) as unknown as typeof CardList

type Props<Row> = TableStateProps<Row> & {
  /** In the users' words, plural: "Search actions", "12 of 64 actions", actions-2025-11-14.csv. */
  collection: string
  /** Rows that are done with: their primary column is struck through, and so is what has the class `title` on their cards. */
  isStruck?: (row: Row) => boolean
  /** A record on a phone. */
  card: (row: Row) => ReactNode
  /** Cards as the rows of one list, instead of apart. */
  joinedCards?: boolean
  /** Said when there are no records at all: what is so and, where it helps, what happens next. */
  empty: string | { title: string; next: string; icon: string }
  action?: TableAction
  /** What narrows the rows outside of the table, below its search. How many there are without it, and what takes it away. */
  narrowing?: { bar: ReactNode; total: number; onClear: () => void }
  /** What can be done with the rows of the table. */
  handling?: RowHandling
  /** Of the window, taken by what stands beside the table; columns that can be read there give way to it. */
  besidePx?: number
  /** Above the search, and before the button for CSV. */
  above?: ReactNode
  besideCsv?: ReactNode
  /** Instead of table and cards: the rows that are found, in their order, seen in another way. */
  view?: ((rows: readonly Row[]) => ReactNode) | null
  /** Asked before the rows are taken away as CSV, with their number; no means no file. Null: nobody here takes them away. */
  onExport?: ((rows: number) => Promise<boolean>) | null
}

function exportCsv<Row>(collection: string, columns: readonly Column<Row>[], rows: readonly Row[], context: TableContext): void {
  const exported = columns.filter(isExported)
  const lines = rows.map((row) => exported.map((column) => columnCsv(column, row, context)))
  downloadCsv(`${collection}-${formatFileDate(new Date(), context.timeZone)}.csv`, toCsv([exported.map(({ title }) => title), ...lines]))
}

function countText(collection: string, found: number, all: number): string {
  const noun = all === 1 ? collection.replace(/s$/, '') : collection
  return found === all ? `${inThousands(all)} ${noun}` : `${inThousands(found)} of ${inThousands(all)} ${noun}`
}

export function RecordTable<Row extends { id: string }>(props: Props<Row>) {
  const { collection, columns, rows, onExport, narrowing, handling, besidePx = 0 } = props
  const total = narrowing?.total ?? rows.length
  const state = useTableState(props)
  const [filtersShown, setFiltersShown] = useState(false)
  const widths = useMemo(
    () => [DESKTOP_PX, ...columns.flatMap(({ dropBelow }) => (dropBelow === undefined ? [] : dropBelow + besidePx))],
    [columns, besidePx],
  )
  const width = useBreakpoint(widths)
  const onDesktop = width >= DESKTOP_PX
  const shown = useMemo(() => {
    const fits = ({ dropBelow = -besidePx, yields }: Column<Row>) => width >= dropBelow + besidePx && !(besidePx && yields)
    return columns.filter((column) => isShown(column) && fits(column))
  }, [columns, width, besidePx])
  const searched = columns.filter((column) => isShown(column) && isSearched(column))
  const title = collection.charAt(0).toUpperCase() + collection.slice(1)

  const seenRows = handling?.seen
  useEffect(() => {
    if (seenRows) seenRows.current = state.lines.flatMap((line) => (line.kind === 'row' ? line.row.id : []))
  }, [seenRows, state.lines])

  async function takeAway() {
    if (!onExport || (await onExport(state.found.length))) exportCsv(collection, columns, state.found, state.context)
  }

  const groupOptions = columns.filter((column) => column.group)
  const toolbar = {
    onDesktop,
    collection,
    search: state.search,
    clearings: state.clearings,
    onSearch: state.setSearch,
    filterCount: Object.values(state.filters).filter((text) => text.trim()).length,
    filtersShown,
    onFilters: () => setFiltersShown(!filtersShown),
    group: groupOptions.length > 0 ? { chosen: state.groupBy, options: groupOptions, choose: state.setGroupBy } : null,
    count: countText(collection, state.found.length, total),
    onCsv: onExport === null ? null : takeAway,
    action: props.action,
    besideCsv: props.besideCsv,
  }
  const clear = () => {
    state.clear()
    narrowing?.onClear()
  }
  const lines = { title, lines: state.lines, isStruck: props.isStruck, onToggle: state.toggle }
  const nothing = state.found.length === 0 && (
    <Nothing>
      {total === 0 ? <Empty empty={props.empty} /> : <Muted>No {title} match.</Muted>}
      {total > 0 && (
        <Button variant="text" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Nothing>
  )
  return (
    <Frame>
      {props.above}
      <TableToolbar {...toolbar} />
      {narrowing?.bar}
      {!onDesktop && filtersShown && (
        <PhoneFilters
          columns={searched}
          filters={state.filters}
          onFilter={state.setFilter}
          clearings={state.clearings}
          group={toolbar.group}
          sort={{ chosen: state.sort.column, options: searched, choose: state.sortBy }}
          onCsv={toolbar.onCsv}
          besideCsv={props.besideCsv}
        />
      )}
      {props.view && state.found.length > 0 ? (
        props.view(state.found)
      ) : onDesktop ? (
        <TableCard as="div">
          <MemoTable
            {...lines}
            columns={shown}
            handling={handling}
            context={state.context}
            sort={state.sort}
            onSort={state.sortBy}
            filters={filtersShown ? state.filters : null}
            onFilter={state.setFilter}
            clearings={state.clearings}
          />
          {nothing}
        </TableCard>
      ) : (
        <>
          <MemoCards {...lines} joined={props.joinedCards ?? false} card={props.card} />
          {nothing}
        </>
      )}
    </Frame>
  )
}
