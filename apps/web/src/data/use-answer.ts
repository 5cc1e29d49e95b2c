import { useCallback, useEffect, useState } from 'react'
import type { ApiAnswer } from './api.ts'

/** The result is null until the response arrives. `ask` must not change between renders. */
export function useAnswer<T>(ask: () => Promise<ApiAnswer<T>>): { answer: ApiAnswer<T> | null; askAgain: () => void } {
  const [answer, setAnswer] = useState<ApiAnswer<T> | null>(null)
  const [times, setTimes] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `times` repeats the request
  useEffect(() => {
    let isOpen = true
    void ask().then((one) => isOpen && setAnswer(one))
    return () => {
      isOpen = false
    }
  }, [ask, times])
  return { answer, askAgain: useCallback(() => setTimes((count) => count + 1), []) }
}
