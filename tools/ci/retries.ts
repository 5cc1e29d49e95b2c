/** One retry may mean a busy machine. Three in a row mean a flaky test. */
export type Outcome = { name: string; result: 'passed' | 'retried' | 'failed' }
/** The number of consecutive runs in which a test needed a retry, by its name. */
export type RetryHistory = Record<string, number>

const RUNS_ALLOWED = 2

/** Passing on the first attempt resets a test's count. If a test failed or didn't run, its count doesn't change. */
export function addRun(history: RetryHistory, outcomes: readonly Outcome[]): RetryHistory {
  const next = { ...history }
  for (const { name, result } of outcomes) if (result === 'passed') delete next[name]
  for (const { name, result } of outcomes) if (result === 'retried') next[name] = (history[name] ?? 0) + 1
  return next
}

/** The result has only tests that needed a retry in this run. */
export const retriedTooOften = (history: RetryHistory, outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ name, result }) => result === 'retried' && (history[name] ?? 0) > RUNS_ALLOWED).map(({ name }) => name)

/** A truncated file returns null. */
export function parseHistory(text: string): RetryHistory | null {
  try {
    const read: unknown = JSON.parse(text)
    const isHistory = typeof read === 'object' && read !== null && !Array.isArray(read) && Object.values(read).every(Number.isInteger)
    return isHistory ? (read as RetryHistory) : null
  } catch {
    return null
  }
}
