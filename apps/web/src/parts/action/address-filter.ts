import { useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/**
 * The user may choose another filter before the URL has changed, so `change` receives the last requested filter. The filter replaces the
 * history entry, so that Go Back doesn't step through every typed character.
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
    // The router's own setter would encode commas, which would make links hard to read.
    void navigate(`?${write(wanted.current)}`, { replace: true, preventScrollReset: true })
  }
  return { filter, change }
}
