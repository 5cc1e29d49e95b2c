import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Returns the token from the fragment of an emailed link. Removes it from the URL immediately, because a page that is shared, bookmarked or
 * left open must not give access to an account.
 */
export function useLinkToken(): string | null {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const given = /^#token=([\w-]+)$/.exec(hash)?.[1] ?? null
  const [token, setToken] = useState(given)
  useEffect(() => {
    if (!given) return
    setToken(given)
    void navigate(pathname, { replace: true })
  }, [given, pathname, navigate])
  return token
}
