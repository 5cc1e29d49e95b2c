/** The URL contains the filters, search text, order, open Action and board, so that a link shows the same list (`#parts/action/action-filter.ts`). */
import { type ActionFilter, filterOf, queryOf } from '#parts/action/action-filter.ts'
import { useAddressFilter } from '#parts/action/address-filter.ts'
import type { Sort } from '#parts/record-table/table-view.ts'

type TriageAddress = { filter: ActionFilter; text: string; sort: Sort | null; open: string | null; isBoard: boolean }

function sortOf(order: string | null): Sort | null {
  if (!order) return null
  const descending = order.startsWith('-')
  return { column: descending ? order.slice(1) : order, descending }
}

const read = (search: URLSearchParams): TriageAddress => ({
  filter: filterOf(search),
  text: search.get('text') ?? '',
  sort: sortOf(search.get('order')),
  open: search.get('open'),
  isBoard: search.get('view') === 'board',
})

const write = ({ filter, text, sort, open, isBoard }: TriageAddress) =>
  [
    queryOf(filter),
    text && `text=${encodeURIComponent(text)}`,
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
    /** A saved view contains everything except the open Action. */
    query: write({ ...address, open: null }),
    narrow: (next: (filter: ActionFilter) => ActionFilter) => change((wanted) => ({ ...wanted, filter: next(wanted.filter) })),
    search: (text: string) => change((wanted) => ({ ...wanted, text })),
    sortBy: (sort: Sort | null) => change((wanted) => ({ ...wanted, sort })),
    show: (open: string | null) => change((wanted) => ({ ...wanted, open })),
    /** The latest requested state may not be in the URL yet, so the change is based on that state. */
    showNext: (open: string | null) => change((wanted) => (wanted.open ? { ...wanted, open } : wanted)),
    showBoard: (isBoard: boolean) => change((wanted) => ({ ...wanted, isBoard, open: null })),
  }
}
