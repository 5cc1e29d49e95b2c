import { useCallback, useEffect, useState } from 'react'
import type { ApiAnswer } from './api.ts'

/** What the server answers to a question that a screen asks when it opens: null until then. `ask` must not change between renders. */
export function useAnswer<T>(ask: () => Promise<ApiAnswer<T>>): { answer: ApiAnswer<T> | null; askAgain: () => void } {
  const [answer, setAnswer] = useState<ApiAnswer<T> | null>(null)
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` grows in order to ask again
  useEffect(() => {
    let isOpen = true
    void ask().then((one) => isOpen && setAnswer(one))
    return () => {
      isOpen = false
    }
  }, [ask, times])
  return { answer, askAgain: useCallback(() => setTimes((count) => count + 1), []) }
}
