/** Removes expired data regularly in every process, such as ended sessions and patches of refused commands. */
const FIRST_MS = 60_000
const EVERY_MS = 3_600_000

/** Returns a function that stops the sweeps. */
export function startSweeps(sweeps: readonly (() => Promise<unknown>)[], onError: (error: unknown) => void): () => void {
  const sweep = () => void Promise.all(sweeps.map((one) => one())).catch(onError)
  const first = setTimeout(sweep, FIRST_MS).unref()
  const every = setInterval(sweep, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}
