/**
 * Stores the list's state in the URL: filters, order, the open Action, and whether the board is shown (`#parts/action/action-filter.ts`).
 */
import { type ActionFilter, filterOf, queryOf } from '#parts/action/action-filter.ts'
import { useAddressFilter } from '#parts/action/address-filter.ts'
import type { Sort } from '#parts/record-table/table-view.ts'

type TriageAddress = { filter: ActionFilter; sort: Sort | null; open: string | null; isBoard: boolean }

/** Parses `rating`, or `-rating` for descending order. */
function sortOf(order: string | null): Sort | null {
  if (!order) return null
  const descending = order.startsWith('-')
  return { column: descending ? order.slice(1) : order, descending }
}

const read = (search: URLSearchParams): TriageAddress => ({
  filter: filterOf(search),
  sort: sortOf(search.get('order')),
  open: search.get('open'),
  isBoard: search.get('view') === 'board',
})

const write = ({ filter, sort, open, isBoard }: TriageAddress) =>
  [
    queryOf(filter),
    sort && `order=${sort.descending ? '-' : ''}${encodeURIComponent(sort.column)}`,
    isBoard && 'view=board',
    open && `open=${encodeURIComponent(open)}`,
  ]
    .filter(Boolean)
    .join('&')

export function useTriageAddress() {
  const { filter: address, change } = useAddressFilter(read, write)
  return {
    ...address,
    /** The query string of a saved view, which contains everything except the open Action. */
    query: write({ ...address, open: null }),
    narrow: (next: (filter: ActionFilter) => ActionFilter) => change((wanted) => ({ ...wanted, filter: next(wanted.filter) })),
    sortBy: (sort: Sort) => change((wanted) => ({ ...wanted, sort })),
    show: (open: string | null) => change((wanted) => ({ ...wanted, open })),
    /** Shows a different Action if one is open. Uses the latest requested state, which may not be in the URL yet. */
    showNext: (open: string | null) => change((wanted) => (wanted.open ? { ...wanted, open } : wanted)),
    showBoard: (isBoard: boolean) => change((wanted) => ({ ...wanted, isBoard, open: null })),
  }
}
