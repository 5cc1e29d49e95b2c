/** While the server can't be reached, the last known figures stay on the screen. */
import { Overview } from '@trailwarden/api'
import { useCallback, useEffect, useState } from 'react'
import { callApi } from '#data/api.ts'

const EVERY_MS = 60_000
const KEY = 'overview-figures'

/** The figures are deleted when the tab is closed. */
function readLast(who: string, network: string): Overview | null {
  try {
    const last = Overview.safeParse(JSON.parse(sessionStorage.getItem(`${KEY} ${who} ${network}`) ?? 'null'))
    return last.success ? last.data : null
  } catch {
    return null
  }
}
function writeLast(who: string, network: string, figures: Overview): void {
  try {
    sessionStorage.setItem(`${KEY} ${who} ${network}`, JSON.stringify(figures))
  } catch {
    // Storage is full or blocked, so no figures are available offline.
  }
}

export type Figures = { figures: Overview | null; failed: boolean; askAgain: () => void }

export function useFigures(who: string, network: string): Figures {
  const [known, setKnown] = useState<{ network: string; figures: Overview | null; failed: boolean }>({
    network: '?',
    figures: null,
    failed: false,
  })
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` increases to request again
  useEffect(() => {
    let isOpen = true
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await callApi('GET', `/api/management/overview${network && `?network=${network}`}`, Overview)
      if (!isOpen) return
      if (answer.ok) writeLast(who, network, answer.value)
      setKnown({ network, figures: answer.ok ? answer.value : readLast(who, network), failed: !answer.ok })
    }
    void ask()
    const timer = setInterval(ask, EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    addEventListener('online', ask)
    return () => {
      isOpen = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      removeEventListener('online', ask)
    }
  }, [who, network, times])
  const isMeant = known.network === network
  return {
    figures: isMeant ? known.figures : null,
    failed: isMeant && known.failed,
    askAgain: useCallback(() => setTimes((count) => count + 1), []),
  }
}
