/**
 * The table stays fast with 10,000 rows: sorting and building the searchable text happen only once, only lines near the screen are
 * rendered, and typing is never delayed.
 */

import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { downloadCsv, toCsv } from '#lib/csv.ts'
import { formatFileDate } from '#lib/table-dates.ts'
import { Button } from '#ui/button.tsx'
import { Card, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'
import { WhenFetched } from '../record/when-fetched.tsx'
import { useBreakpoint } from './breakpoint.ts'
import { CardList } from './card-list.tsx'
import { type Column, columnCsv, isExported, isSearched, isShown, type TableContext } from './column.ts'
import { DesktopTable, type RowHandling } from './desktop-table.tsx'
import { PhoneFilters } from './phone-filters.tsx'
import { type TableStateProps, useTableState } from './table-state.ts'
import { ROOMY_PX } from './table-styles.ts'
import { type TableAction, TableToolbar } from './table-toolbar.tsx'
import { formatCount } from './table-view.ts'

const Frame = styled('div')({ padding: 12, [DESKTOP]: { padding: '16px 24px 24px', '&:has([data-chips])': { paddingTop: 10 } } })

// `hidden` would stop the sticky header from staying at the top of the window, and `clip` doesn't.
const TableCard = styled(Card)({ overflow: 'clip', '&[data-scrolls]': { overflow: 'auto clip' } })

/** The menu and the frame's padding. */
const AROUND_TABLE_PX = 248
const NO_COLUMNS: readonly never[] = []

const Nothing = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 12,
  padding: '32px 16px',
  textAlign: 'center',
  '& > svg': { color: colour('text3') },
  '& > b': { fontSize: rem(17), lineHeight: rem(24), fontWeight: 600 },
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

// The cast is safe because `memo` only loses the component's type parameter.
const MemoTable = memo(DesktopTable) as unknown as typeof DesktopTable
const MemoCards = memo(CardList) as unknown as typeof CardList

type Props<Row> = TableStateProps<Row> & {
  collection: string
  /** A finished row has its primary column struck through, and so are elements with the class `title` on its card. */
  isStruck?: (row: Row) => boolean
  card: (row: Row) => ReactNode
  joinedCards?: boolean
  /** The text describes the state and, where helpful, the next step. */
  empty: string | { title: string; next: string; icon: string }
  action?: TableAction
  narrowing?: { bar: ReactNode; total: number; onClear: () => void }
  handling?: RowHandling
  /** Rows have room for a title of two lines. */
  tall?: boolean
  /** In pixels. A narrower frame scrolls the table sideways, so that it keeps all its columns. */
  minWidthPx?: number
  /** Without a value, the file has the columns of the table. */
  fileColumns?: readonly Column<Row>[]
  /** In pixels of a panel beside the table. Columns that the panel also shows are hidden. */
  besidePx?: number
  besideCsv?: ReactNode
  /** The view replaces the table and cards, and receives the matching rows in the same order. */
  view?: ((rows: readonly Row[]) => ReactNode) | null
  /** The function runs before a CSV export, and false cancels the export. Null means that people can't export from here. */
  onExport?: ((rows: number) => Promise<boolean>) | null
}

function exportCsv<Row>(collection: string, columns: readonly Column<Row>[], rows: readonly Row[], context: TableContext): void {
  const exported = columns.filter(isExported)
  const lines = rows.map((row) => exported.map((column) => columnCsv(column, row, context)))
  downloadCsv(`${collection}-${formatFileDate(new Date(), context.timeZone)}.csv`, toCsv([exported.map(({ title }) => title), ...lines]))
}

function countText(collection: string, found: number, all: number): string {
  const noun = all === 1 ? collection.replace(/s$/, '') : collection
  return found === all ? `${formatCount(all)} ${noun}` : `${formatCount(found)} of ${formatCount(all)} ${noun}`
}

export function RecordTable<Row extends { id: string }>(props: Props<Row>) {
  const { collection, columns, rows, onExport, narrowing, handling, besidePx = 0, minWidthPx = 0, fileColumns = columns } = props
  const total = narrowing?.total ?? rows.length
  const state = useTableState(props)
  const [filtersShown, setFiltersShown] = useState(false)
  const widths = useMemo(
    () => [
      DESKTOP_PX,
      ROOMY_PX,
      minWidthPx + AROUND_TABLE_PX,
      ...columns.flatMap(({ dropBelow }) => (dropBelow === undefined ? [] : dropBelow + besidePx)),
    ],
    [columns, besidePx, minWidthPx],
  )
  const width = useBreakpoint(widths)
  const onDesktop = width >= DESKTOP_PX
  const widthPx = width < minWidthPx + AROUND_TABLE_PX ? minWidthPx : null
  const shown = useMemo(() => {
    const fits = ({ dropBelow = -besidePx, yields }: Column<Row>) => width >= dropBelow + besidePx && !(besidePx && yields)
    const inWidth = (column: Column<Row>) => (width < ROOMY_PX && column.narrowWidth ? { ...column, width: column.narrowWidth } : column)
    return columns.filter((column) => isShown(column) && fits(column)).map(inWidth)
  }, [columns, width, besidePx])
  const searched = columns.filter((column) => isShown(column) && isSearched(column))
  const title = collection.charAt(0).toUpperCase() + collection.slice(1)

  const seenRows = handling?.seen
  useEffect(() => {
    if (seenRows) seenRows.current = state.lines.flatMap((line) => (line.kind === 'row' ? line.row.id : []))
  }, [seenRows, state.lines])

  async function takeAway() {
    if (!onExport || (await onExport(state.found.length))) exportCsv(collection.toLowerCase(), fileColumns, state.found, state.context)
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
    sort: {
      chosen: state.sort?.column ?? '',
      options: props.defaultOrder ? [{ id: '', title: props.defaultOrder.title }, ...searched] : searched,
      choose: state.sortBy,
    },
    count: [countText(collection, state.found.length, total), state.sort === null && props.defaultOrder?.title].filter(Boolean).join(' · '),
    onCsv: onExport === null ? null : takeAway,
    action: props.action,
    besideCsv: props.besideCsv,
    chips: narrowing?.bar,
  }
  const clear = () => {
    state.clear()
    narrowing?.onClear()
  }
  const lines = { title, lines: state.lines, isStruck: props.isStruck, onToggle: state.toggle }
  const nothing = state.found.length === 0 && (
    <Nothing>
      {total === 0 ? (
        <WhenFetched>
          <Empty empty={props.empty} />
        </WhenFetched>
      ) : (
        <Muted>No {title} match.</Muted>
      )}
      {total > 0 && (
        <Button variant="text" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Nothing>
  )
  return (
    <Frame>
      <TableToolbar {...toolbar} />
      {!onDesktop && narrowing?.bar}
      {!onDesktop && filtersShown && (
        <PhoneFilters
          columns={narrowing ? NO_COLUMNS : searched}
          filters={state.filters}
          onFilter={state.setFilter}
          clearings={state.clearings}
          group={toolbar.group}
          sort={toolbar.sort}
          onCsv={toolbar.onCsv}
          besideCsv={props.besideCsv}
        />
      )}
      {props.view && state.found.length > 0 ? (
        props.view(state.found)
      ) : onDesktop ? (
        <TableCard as="div" {...(widthPx !== null && { 'data-scrolls': true })}>
          <MemoTable
            {...lines}
            columns={shown}
            tall={props.tall ?? false}
            widthPx={widthPx}
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
