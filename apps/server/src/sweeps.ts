/** What is removed with time, by every process now and then: sessions that have ended, patches of refused commands. */
import type { Db } from './db/database.ts'
import { sweepSessions } from './features/people/sessions.ts'
import { sweepRefusedCommands } from './sync/command-retention.ts'

const FIRST_MS = 60_000
const EVERY_MS = 3_600_000

export function startSweeps(db: Db, onError: (error: unknown) => void): () => void {
  const sweep = () => void Promise.all([sweepSessions(db), sweepRefusedCommands(db)]).catch(onError)
  const first = setTimeout(sweep, FIRST_MS).unref()
  const every = setInterval(sweep, EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(every)
  }
}
