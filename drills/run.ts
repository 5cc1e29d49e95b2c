/** `npm run drill -- R2 R5 [--full]`: does harm and counts what was lost. One JSON line for each drill. */
import { type Drill, isOk } from './drill.ts'
import { serverKilled } from './r2-server-killed.ts'
import { databaseRestarted } from './r3-database-restarted.ts'
import { everyByte } from './r4-every-byte.ts'
import { replyLost } from './r5-reply-lost.ts'
import { twiceAndDisordered } from './r6-twice-and-disordered.ts'
import { slowCommits } from './r8-slow-commits.ts'
import { photosInterrupted } from './r25-photos.ts'

export const DRILLS: readonly Drill[] = [
  serverKilled,
  databaseRestarted,
  everyByte,
  replyLost,
  twiceAndDisordered,
  slowCommits,
  photosInterrupted,
]

async function runDrills(args: readonly string[]): Promise<void> {
  const size = args.includes('--full') ? 'full' : 'small'
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const unknown = wanted.filter((name) => !DRILLS.some((drill) => drill.name === name))
  if (unknown.length > 0)
    throw new Error(`There is no drill ${unknown.join(', ')}; there are ${DRILLS.map(({ name }) => name).join(', ')}.`)
  for (const drill of DRILLS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const started = Date.now()
    const { runs, lost, doubled, broken, figures } = await drill.run(size)
    const ok = isOk({ runs, lost, doubled, broken, figures })
    console.log(JSON.stringify({ name: drill.name, runs, lost, doubled, ok, size, broken, ...figures, tookMs: Date.now() - started }))
    if (!ok) process.exitCode = 1
  }
}

if (import.meta.main) await runDrills(process.argv.slice(2))
