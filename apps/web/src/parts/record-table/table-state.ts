import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
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
  /** Replaces `defaultSort` with an order that no single column gives. */
  defaultOrder?: { title: string; compare: (a: Row, b: Row) => number }
  /** The caller may store the sort order, for example in the URL. A `sort` of null means the default order. */
  order?: { sort: Sort | null; onSort: (sort: Sort | null) => void }
  /** The caller may store the search text, for example in the URL. */
  storedText?: { text: string; onText: (text: string) => void }
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

/** Every new address renders the screen again, so the text is stored a moment after the last key press. */
const STORE_TEXT_AFTER_MS = 250

/** Text that someone else stores, for example when they follow a link to a saved view, replaces the typed text. */
function useStoredText(
  stored: { text: string; onText: (text: string) => void } | undefined,
  typed: string,
  replace: (text: string) => void,
) {
  const last = useRef(stored?.text ?? '')
  const store = useEffectEvent(() => {
    last.current = typed
    stored?.onText(typed)
  })
  useEffect(() => {
    if (typed === last.current) return
    const timer = setTimeout(store, STORE_TEXT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const adopt = useEffectEvent((text: string) => {
    if (text === last.current) return
    last.current = text
    replace(text)
  })
  const text = stored?.text
  useEffect(() => {
    if (text !== undefined) adopt(text)
  }, [text])
}

export function useTableState<Row extends { id: string }>(props: TableStateProps<Row>) {
  const {
    rows,
    columns,
    timeZone,
    defaultSort = NEWEST_FIRST,
    defaultOrder,
    order,
    storedText,
    groupBy: firstGroupBy = '',
    expanded,
  } = props
  // Ages count from the time when the table was opened.
  const [openedAt] = useState(() => new Date())
  const context = useMemo(() => ({ timeZone, now: openedAt }), [timeZone, openedAt])
  const [search, setSearch] = useState(storedText?.text ?? '')
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({})
  const [ownSort, setOwnSort] = useState(defaultSort)
  const sort = order ? (order.sort ?? (defaultOrder ? null : defaultSort)) : ownSort
  const setSort = order?.onSort ?? ((next: Sort | null) => setOwnSort(next ?? defaultSort))
  const [groupBy, setGroupBy] = useState(firstGroupBy)
  const [clearings, setClearings] = useState(0)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  useStoredText(storedText, search, (text) => {
    setSearch(text)
    setClearings((count) => count + 1)
  })

  const find = useCallback((id: string) => columns.find((column) => column.id === id), [columns])
  const index = useWrittenIndex(rows, columns, context)
  const compare = defaultOrder?.compare
  const sorted = useMemo(
    () => (sort ? sortRows(rows, find(sort.column), sort.descending, context) : compare ? rows.toSorted(compare) : rows),
    [rows, find, sort, compare, context],
  )
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
        if (id === '') return setSort(null)
        const newestFirst = ['date', 'datetime', 'datetimeLong'].includes(find(id)?.type ?? '')
        setSort({ column: id, descending: sort?.column === id ? !sort.descending : newestFirst })
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
