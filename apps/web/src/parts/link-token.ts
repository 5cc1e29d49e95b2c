import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of a link in an email, which stands after `#`. It is taken out of the address at once: a page that is shared, bookmarked
 * or left open must not carry the key to an account.
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
