import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import type { Column, TableContext } from './column.ts'
import { filterRows, groupRows, linesOf, SearchIndex, type Sort, sortRows } from './table-view.ts'

const NEWEST_FIRST: Sort = { column: 'createdAt', descending: true }

export type TableStateProps<Row> = {
  rows: readonly Row[]
  /** The array must be the same in every render, because a new array resets the table and indexes all rows again. */
  columns: readonly Column<Row>[]
  timeZone: string
  /** Without a value, the newest rows by `createdAt` come first. */
  defaultSort?: Sort
  /** The caller may store the sort order, for example in the URL. A `sort` of null means the default order. */
  order?: { sort: Sort | null; onSort: (sort: Sort) => void }
  groupBy?: string
  expanded?: readonly string[]
}

/** The searchable text is built in slices soon after the rows are shown, so that it is ready for the first key press. */
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

export function useTableState<Row extends { id: string }>(props: TableStateProps<Row>) {
  const { rows, columns, timeZone, defaultSort = NEWEST_FIRST, order, groupBy: firstGroupBy = '', expanded } = props
  // Ages count from the time when the table was opened.
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
    // Each field keeps its own text, so typed characters appear immediately. React updates the rows afterwards, and abandons an update if
    // another character arrives.
    search,
    setSearch: useCallback((text: string) => startTransition(() => setSearch(text)), []),
    filters,
    setFilter: useCallback((id: string, text: string) => startTransition(() => setFilters((old) => ({ ...old, [id]: text }))), []),
    clearings,
    clear: useCallback(() => {
      setSearch('')
      setFilters({})
      setClearings((count) => count + 1)
    }, []),
    sort,
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
    found: useMemo(() => (groups ? [...groups.values()].flat() : found), [groups, found]),
    lines,
  }
}
