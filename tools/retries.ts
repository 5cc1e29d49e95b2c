/** Tests that passed only on a retry, counted over consecutive CI runs: one retry is a busy machine, three in a row are a flaky test. */
export type Outcome = { name: string; result: 'passed' | 'retried' | 'failed' }
/** Consecutive runs in which a test needed a retry, by its name. */
export type RetryHistory = Record<string, number>

const RUNS_ALLOWED = 2

/** The history after one more run. A pass at the first try resets; a test that failed, or did not run, keeps its count. */
export function addRun(history: RetryHistory, outcomes: readonly Outcome[]): RetryHistory {
  const next = { ...history }
  for (const { name, result } of outcomes) if (result === 'passed') delete next[name]
  for (const { name, result } of outcomes) if (result === 'retried') next[name] = (history[name] ?? 0) + 1
  return next
}

/** Of the tests that needed a retry now, those that have needed one too many times in a row. */
export const retriedTooOften = (history: RetryHistory, outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ name, result }) => result === 'retried' && (history[name] ?? 0) > RUNS_ALLOWED).map(({ name }) => name)

/** Null for what is not a history, such as a file that was cut off. */
export function parseHistory(text: string): RetryHistory | null {
  try {
    const read: unknown = JSON.parse(text)
    const isHistory = typeof read === 'object' && read !== null && !Array.isArray(read) && Object.values(read).every(Number.isInteger)
    return isHistory ? (read as RetryHistory) : null
  } catch {
    return null
  }
}
