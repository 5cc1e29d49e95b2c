/** The list as its address has it: what narrows the list, what is open beside it, and how it is shown (`#parts/action-filter.ts`). */
import { type ActionFilter, filterOf, queryOf } from '#parts/action-filter.ts'
import { useAddressFilter } from '#parts/address-filter.ts'

type TriageAddress = { filter: ActionFilter; open: string | null; isBoard: boolean }

const read = (search: URLSearchParams): TriageAddress => ({
  filter: filterOf(search),
  open: search.get('open'),
  isBoard: search.get('view') === 'board',
})

const write = ({ filter, open, isBoard }: TriageAddress) =>
  [queryOf(filter), isBoard && 'view=board', open && `open=${encodeURIComponent(open)}`].filter(Boolean).join('&')

export function useTriageAddress() {
  const { filter: address, change } = useAddressFilter(read, write)
  return {
    ...address,
    narrow: (next: (filter: ActionFilter) => ActionFilter) => change((wanted) => ({ ...wanted, filter: next(wanted.filter) })),
    show: (open: string | null) => change((wanted) => ({ ...wanted, open })),
    /** Another one, if one is open: by what was wanted last, which may not be in the address yet. */
    showNext: (open: string | null) => change((wanted) => (wanted.open ? { ...wanted, open } : wanted)),
    showBoard: (isBoard: boolean) => change((wanted) => ({ ...wanted, isBoard, open: null })),
  }
}
