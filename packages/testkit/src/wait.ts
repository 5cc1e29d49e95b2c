export const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))

/** False if the condition isn't true within the limit. */
export async function until(isSo: () => Promise<boolean> | boolean, limitMs = 30_000): Promise<boolean> {
  for (const started = Date.now(); !(await isSo()); await pause(20)) if (Date.now() - started > limitMs) return false
  return true
}
