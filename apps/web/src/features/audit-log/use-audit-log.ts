import type { AuditEntry } from '@trailwarden/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiRefusal } from '#data/api.ts'
import { askPage } from './audit-log.ts'

type Log = {
  entries: readonly AuditEntry[] | null
  next: number | null
  refusal: ApiRefusal | null
}

const NOTHING: Log = { entries: null, next: null, refusal: null }

export function useAuditLog(query: string, hasSignal: boolean) {
  const [known, setKnown] = useState<{ query: string; log: Log }>({ query, log: NOTHING })
  const [isLoading, setIsLoading] = useState(false)
  const requests = useRef(0)
  // Entries from another query don't match the current one.
  const log = known.query === query ? known.log : NOTHING

  const load = useCallback(
    async (shown: readonly AuditEntry[], before: number | null) => {
      const request = ++requests.current
      setIsLoading(true)
      const answer = await askPage(query, before)
      if (request !== requests.current) return
      setIsLoading(false)
      if (answer.ok) setKnown({ query, log: { ...answer.value, entries: [...shown, ...answer.value.entries], refusal: null } })
      else setKnown({ query, log: { entries: before === null ? null : shown, next: before, refusal: answer } })
    },
    [query],
  )

  const isMissing = log.entries === null
  useEffect(() => {
    if (!hasSignal || !isMissing) return
    void load([], null)
    return () => {
      requests.current++
      setIsLoading(false)
    }
  }, [load, hasSignal, isMissing])

  return { ...log, isLoading, loadMore: () => load(log.entries ?? [], log.next) }
}
