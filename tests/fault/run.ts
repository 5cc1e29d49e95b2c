/**
 * `npm run fault -- R2 R5 [--full] [--times 12] [--minutes 10] [--record]` injects faults and prints one JSON line per fault test, with the
 * number of injected faults as `runs`. `--record` writes the result to docs/assurance/proof. With `--resume`, tests continue where the last
 * run stopped (resume.ts), and `--minutes` is the total time. `--all` fails unless all tests are complete.
 */
import { parseArgs } from 'node:util'
import { startRecording } from '../../tools/ci/proof.ts'
import { LEFT_OUT } from '../../tools/ci/tiers.ts'
import { wrongClocks } from './device/r9-clocks.ts'
import { browserKilled } from './device/r10-browser-killed.ts'
import { tabGone } from './device/r11-tab-gone.ts'
import { storageFull } from './device/r12-storage-full.ts'
import { storageCleared } from './device/r13-storage-cleared.ts'
import { versionsMeet } from './device/r14-versions.ts'
import { mapDownload } from './device/r23-map-download.ts'
import { oldApp } from './device/r29-old-app.ts'
import { reportDrafts } from './device/report-drafts.ts'
import { type FaultTest, isOk, type Result } from './fault-test.ts'
import { FULL_SIZES } from './full-sizes.ts'
import { fuzzed } from './fuzz/fuzz.ts'
import { everyByte } from './line/r4-every-byte.ts'
import { largeBodies } from './line/r4b-large-bodies.ts'
import { replyLost } from './line/r5-reply-lost.ts'
import { twiceAndDisordered } from './line/r6-twice-and-disordered.ts'
import { partitions } from './line/r7-partitions.ts'
import { captivePortal } from './line/r15-captive-portal.ts'
import { refusedClient } from './line/stat-8-refused-client.ts'
import { mix, partsKilled } from './load/c1-mix.ts'
import { publicFaceStays } from './load/c4-public-face.ts'
import { cheapRequests } from './load/c5-cheap-requests.ts'
import { manyNetworks } from './load/c6-many-networks.ts'
import { reportsFlood } from './load/c8-reports-flood.ts'
import { closureFirst, hangingEndpoints } from './messages/alert-lanes.ts'
import { urgentEmail } from './messages/m10-urgent-email.ts'
import { mailOnce } from './messages/mail-once.ts'
import { pushOnce } from './messages/push-once.ts'
import { overtaking } from './records/overtaking.ts'
import { simulation } from './records/r1-simulation.ts'
import { rightsLost } from './records/r16-rights-lost.ts'
import { goneMeanwhile } from './records/r17-gone-meanwhile.ts'
import { sameField } from './records/r18-same-field.ts'
import { restoredInTheField } from './records/r21-field.ts'
import { restored } from './records/r21-restored.ts'
import { twoPeople } from './records/r24-two-people.ts'
import { photosInterrupted } from './records/r25-photos.ts'
import { returning } from './records/r28-returning.ts'
import { statusAgrees } from './records/status-surfaces.ts'
import { triage } from './records/triage.ts'
import { longestWaiting, resume } from './resume.ts'
import { upgraded } from './server/c7-upgrade.ts'
import { imageMemory } from './server/image-memory.ts'
import { serverKilled } from './server/r2-server-killed.ts'
import { databaseRestarted } from './server/r3-database-restarted.ts'
import { slowCommits } from './server/r8-slow-commits.ts'
import { failover, failoverAsync } from './server/r19-failover.ts'
import { databaseRefuses } from './server/r22-database-refuses.ts'
import { soak } from './server/r26-soak.ts'
import { restoreHistories } from './server/restore-histories.ts'

/** These tests run on every change. They cover killed servers, lost responses, wrong order, lost permissions and a restore. */
export const CORE_FAULT_TESTS: readonly FaultTest[] = [
  serverKilled,
  databaseRestarted,
  replyLost,
  twiceAndDisordered,
  slowCommits,
  wrongClocks,
  browserKilled,
  rightsLost,
  goneMeanwhile,
  sameField,
  restored,
  photosInterrupted,
  refusedClient,
]

export const NIGHTLY_FAULT_TESTS: readonly FaultTest[] = [
  simulation,
  overtaking,
  everyByte,
  largeBodies,
  partitions,
  tabGone,
  storageFull,
  storageCleared,
  versionsMeet,
  captivePortal,
  restoredInTheField,
  databaseRefuses,
  mapDownload,
  twoPeople,
  soak,
  returning,
  oldApp,
  mix,
  partsKilled,
  publicFaceStays,
  cheapRequests,
  manyNetworks,
  upgraded,
  reportsFlood,
  mailOnce,
  pushOnce,
  statusAgrees,
  hangingEndpoints,
  closureFirst,
  fuzzed,
  urgentEmail,
  imageMemory,
  triage,
  reportDrafts,
]

const FAULT_TESTS = [...CORE_FAULT_TESTS, ...NIGHTLY_FAULT_TESTS]

/**
 * Cluster tests need programs that a development machine doesn't have (packages/testkit/src/database/failover-cluster.ts). RESTORES runs a
 * test that Vitest also runs on every change.
 */
const BY_COMMAND: readonly FaultTest[] = [failover, failoverAsync, restoreHistories]

type Recorder = ReturnType<typeof startRecording> | null
type Seen = { result: Result; minutes: number; command: string; notes?: readonly string[] }

function report({ name }: FaultTest, size: string, { result, minutes, command, notes = [] }: Seen, record: Recorder): void {
  const { runs, lost, doubled, broken, figures } = result
  const ok = isOk(result)
  console.log(JSON.stringify({ name, runs, lost, doubled, ok, size, broken, ...figures, tookMs: Math.round(minutes * 60_000) }))
  const measured = result.rows ?? { [name]: { n: runs, lost, doubled, figures: { ...figures, minutes: Math.round(minutes * 10) / 10 } } }
  const all = [...broken.map((what) => `Broken: ${what}`), ...notes]
  const note = all.length > 0 ? { note: all.join('; ') } : {}
  record?.(
    `npm run fault -- ${name} ${command}`.trim(),
    Object.fromEntries(Object.entries(measured).map(([id, one]) => [id, { ...one, ...note }])),
  )
  if (!ok) process.exitCode = 1
}

/** The signal of `AbortSignal.timeout` can be garbage collected. A seven-minute fault test once ran for ten minutes. */
function startDeadline(minutes: number, interrupted: AbortSignal) {
  const enough = new AbortController()
  if (minutes <= 0) enough.abort()
  const timer = setTimeout(() => enough.abort(), minutes * 60_000)
  return { stop: AbortSignal.any([interrupted, enough.signal]), clear: () => clearTimeout(timer) }
}

/** With an even share of the remaining time, one long test doesn't use up the whole night. */
async function resumeAll(chosen: readonly FaultTest[], minutes: number, mustComplete: boolean, interrupted: AbortSignal, record: Recorder) {
  const end = Date.now() + minutes * 60_000
  const open: string[] = []
  const waiting = longestWaiting(chosen)
  for (const [n, faultTest] of waiting.entries()) {
    const share = (end - Date.now()) / 60_000 / (waiting.length - n)
    const { stop, clear } = startDeadline(share, interrupted)
    try {
      const { result, minutes: took, isComplete } = await resume(faultTest, stop)
      if (!isComplete) open.push(`${faultTest.name} ${result.runs} of ${faultTest.full?.runs ?? 1}`)
      report(faultTest, 'full', { result, minutes: took, command: '--full --resume' }, isComplete ? record : null)
    } catch (error) {
      open.push(faultTest.name)
      console.error(`${faultTest.name}: ${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    } finally {
      clear()
    }
  }
  if (open.length > 0) console.log(`incomplete: ${open.length} of ${chosen.length} haven’t reached their full size yet: ${open.join(', ')}`)
  if (open.length > 0 && mustComplete) process.exitCode ??= LEFT_OUT
}

async function runFaultTests(args: readonly string[]): Promise<void> {
  const options = {
    full: { type: 'boolean', default: false },
    minutes: { type: 'string', default: String(24 * 60) },
    times: { type: 'string' },
    record: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const wanted = positionals.map((name) => name.toUpperCase())
  const all = [...FAULT_TESTS, ...BY_COMMAND, ...FULL_SIZES]
  const size = values.full ? 'full' : 'small'
  const unknown = wanted.filter((wish) => !all.some(({ name }) => name.toUpperCase() === wish))
  if (unknown.length > 0)
    throw new Error(`Unknown fault test: ${unknown.join(', ')}. Available: ${all.map(({ name }) => name).join(', ')}.`)
  if (values.resume && (!values.full || values.times)) throw new Error('--resume requires --full and excludes --times.')
  const named = all.filter(({ name }) => wanted.includes(name.toUpperCase()))
  const record = values.record ? startRecording() : null
  // On the first interrupt, a fault test finishes its current run and reports its results. A second interrupt exits immediately.
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  if (values.resume) {
    const chosen = named.length > 0 ? named : values.all ? all : all.filter(({ full }) => full)
    return resumeAll(chosen, Number(values.minutes), values.all, interrupted.signal, record)
  }
  for (const faultTest of named.length > 0 ? named : FAULT_TESTS) {
    const started = Date.now()
    const { stop, clear } = startDeadline(Number(values.minutes), interrupted.signal)
    const result = await faultTest.run(size, stop, values.times === undefined ? undefined : Number(values.times))
    clear()
    const notes = [...(stop.aborted ? ['Ended early'] : []), ...(values.full || values.times ? [] : ['Small size'])]
    const command = `${values.full ? '--full' : ''}${values.times ? ` --times ${values.times}` : ''}`
    report(faultTest, size, { result, minutes: (Date.now() - started) / 60_000, command, notes }, record)
  }
}

if (import.meta.main) {
  await runFaultTests(process.argv.slice(2))
  // In C7, the app of the older version has timers that this process can't stop.
  process.exit()
}
