import { useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/**
 * What narrows a list is in its address. `change` is given what was wanted last, as a second choice may come before the first is in the
 * address; it takes the place of the address before it, as nobody goes back through what they have typed sign by sign.
 */
export function useAddressFilter<Filter>(
  read: (search: URLSearchParams) => Filter,
  write: (filter: Filter) => URLSearchParams | string,
): { filter: Filter; change: (next: (wanted: Filter) => Filter) => void } {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = useMemo(() => read(search), [read, search])
  const wanted = useRef(filter)
  useEffect(() => {
    wanted.current = filter
  }, [filter])
  const change = (next: (wanted: Filter) => Filter) => {
    wanted.current = next(wanted.current)
    // As it is written: the router's own setter would encode commas, which people read in a link.
    void navigate(`?${write(wanted.current)}`, { replace: true, preventScrollReset: true })
  }
  return { filter, change }
}
