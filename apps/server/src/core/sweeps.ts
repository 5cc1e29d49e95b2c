const FIRST_MS = 60_000
const EVERY_MS = 3_600_000

export function startSweeps(sweeps: readonly (() => Promise<unknown>)[], onError: (error: unknown) => void): () => void {
  const sweep = () => void Promise.all(sweeps.map((one) => one())).catch(onError)
  const first = setTimeout(sweep, FIRST_MS).unref()
  const every = setInterval(sweep, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}
