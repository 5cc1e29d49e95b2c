import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The token is removed from the URL immediately, because a shared, bookmarked or open page must not give access to an account. */
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
