import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import type { Column, TableContext } from './column.ts'
import { filterRows, groupRows, linesOf, SearchIndex, type Sort, sortRows } from './table-view.ts'

const NEWEST_FIRST: Sort = { column: 'createdAt', descending: true }

export type TableStateProps<Row> = {
  rows: readonly Row[]
  /** The same array from render to render: a new one means a new table, whose rows are all drawn and indexed again. */
  columns: readonly Column<Row>[]
  /** The network's. */
  timeZone: string
  /** By column `createdAt`, newest first, unless given. */
  defaultSort?: Sort
  /** Where the order is held by whoever shows the table, in its address say; null is the order at first. */
  order?: { sort: Sort | null; onSort: (sort: Sort) => void }
  /** The column to group by at first, and which of its groups are then open; all, unless given. */
  groupBy?: string
  expanded?: readonly string[]
}

/** Soon after the rows have been shown the text to search is written, in slices, so that the first key finds it there. */
function useWrittenIndex<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  context: TableContext,
): SearchIndex<Row> {
  const index = useMemo(() => new SearchIndex(columns, context), [columns, context])
  useEffect(() => {
    let next = 0
    let timer = setTimeout(write, 200)
    function write() {
      for (const row of rows.slice(next, next + 250)) index.textOf(row)
      next += 250
      if (next < rows.length) timer = setTimeout(write)
    }
    return () => clearTimeout(timer)
  }, [rows, index])
  return index
}

/** What a person has asked of the table, and what it therefore shows. */
export function useTableState<Row extends { id: string }>(props: TableStateProps<Row>) {
  const { rows, columns, timeZone, defaultSort = NEWEST_FIRST, order, groupBy: firstGroupBy = '', expanded } = props
  // Ages are those of the day the table was opened.
  const [openedAt] = useState(() => new Date())
  const context = useMemo(() => ({ timeZone, now: openedAt }), [timeZone, openedAt])
  const [search, setSearch] = useState('')
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({})
  const [ownSort, setOwnSort] = useState(defaultSort)
  const sort = order ? (order.sort ?? defaultSort) : ownSort
  const setSort = order?.onSort ?? setOwnSort
  const [groupBy, setGroupBy] = useState(firstGroupBy)
  const [clearings, setClearings] = useState(0)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())

  const find = useCallback((id: string) => columns.find((column) => column.id === id), [columns])
  const index = useWrittenIndex(rows, columns, context)
  const sorted = useMemo(() => sortRows(rows, find(sort.column), sort.descending, context), [rows, find, sort, context])
  const found = useMemo(() => filterRows(sorted, index, search, filters), [sorted, index, search, filters])
  const groups = useMemo(() => groupRows(found, find(groupBy), context), [found, find, groupBy, context])
  const lines = useMemo(() => {
    const opens = (title: string) => groupBy !== firstGroupBy || !expanded || expanded.includes(title)
    return linesOf(found, groups, (title) => opens(title) !== toggled.has(`${groupBy} ${title}`))
  }, [found, groups, groupBy, firstGroupBy, expanded, toggled])

  return {
    context,
    // Fields keep what is typed in them by themselves and only report it. So a character stands there at once; the rows follow when
    // they are ready, and are given up half way if another character comes.
    search,
    setSearch: useCallback((text: string) => startTransition(() => setSearch(text)), []),
    filters,
    setFilter: useCallback((id: string, text: string) => startTransition(() => setFilters((old) => ({ ...old, [id]: text }))), []),
    /** Another number means that the fields start again. */
    clearings,
    clear: useCallback(() => {
      setSearch('')
      setFilters({})
      setClearings((count) => count + 1)
    }, []),
    sort,
    /** Once more by the same column turns the order round. */
    sortBy: useCallback(
      (id: string) => {
        const newestFirst = ['date', 'datetime', 'datetimeLong'].includes(find(id)?.type ?? '')
        setSort({ column: id, descending: sort.column === id ? !sort.descending : newestFirst })
      },
      [find, sort, setSort],
    ),
    groupBy,
    setGroupBy,
    toggle: useCallback(
      (title: string) =>
        setToggled((old) => {
          const toggledNow = new Set(old)
          if (!toggledNow.delete(`${groupBy} ${title}`)) toggledNow.add(`${groupBy} ${title}`)
          return toggledNow
        }),
      [groupBy],
    ),
    /** The rows that are found, in the order shown, those of closed groups too. */
    found: useMemo(() => (groups ? [...groups.values()].flat() : found), [groups, found]),
    lines,
  }
}
