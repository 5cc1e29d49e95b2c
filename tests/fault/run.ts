/**
 * `npm run fault -- R2 R5 [--full] [--times 12] [--minutes 10] [--record]`: injects faults and counts what was lost. One JSON line for each fault test,
 * whose `runs` says how often the fault was injected. `--times` is another amount, for those that know amounts; `--minutes` ends a fault test early; `--record` writes its result to docs/proof.
 */
import { parseArgs } from 'node:util'
import { startRecording } from '../../tools/proof.ts'
import { mix, partsKilled } from './c1-mix.ts'
import { publicFaceStays } from './c4-public-face.ts'
import { cheapRequests } from './c5-cheap-requests.ts'
import { manyNetworks } from './c6-many-networks.ts'
import { upgraded } from './c7-upgrade.ts'
import { reportsFlood } from './c8-reports-flood.ts'
import { type FaultTest, isOk } from './fault-test.ts'
import { fuzzed } from './fuzz/fuzz.ts'
import { imageMemory } from './image-memory.ts'
import { urgentEmail } from './m10-urgent-email.ts'
import { mailOnce } from './mail-once.ts'
import { pushOnce } from './push-once.ts'
import { simulation } from './r1-simulation.ts'
import { serverKilled } from './r2-server-killed.ts'
import { databaseRestarted } from './r3-database-restarted.ts'
import { everyByte } from './r4-every-byte.ts'
import { largeBodies } from './r4b-large-bodies.ts'
import { replyLost } from './r5-reply-lost.ts'
import { twiceAndDisordered } from './r6-twice-and-disordered.ts'
import { partitions } from './r7-partitions.ts'
import { slowCommits } from './r8-slow-commits.ts'
import { wrongClocks } from './r9-clocks.ts'
import { browserKilled } from './r10-browser-killed.ts'
import { tabGone } from './r11-tab-gone.ts'
import { storageFull } from './r12-storage-full.ts'
import { storageCleared } from './r13-storage-cleared.ts'
import { versionsMeet } from './r14-versions.ts'
import { captivePortal } from './r15-captive-portal.ts'
import { rightsLost } from './r16-rights-lost.ts'
import { goneMeanwhile } from './r17-gone-meanwhile.ts'
import { sameField } from './r18-same-field.ts'
import { failover, failoverAsync } from './r19-failover.ts'
import { restoredInTheField } from './r21-field.ts'
import { restored } from './r21-restored.ts'
import { databaseRefuses } from './r22-database-refuses.ts'
import { mapDownload } from './r23-map-download.ts'
import { twoPeople } from './r24-two-people.ts'
import { photosInterrupted } from './r25-photos.ts'
import { soak } from './r26-soak.ts'
import { returning } from './r28-returning.ts'
import { oldApp } from './r29-old-app.ts'
import { triage } from './triage.ts'

export const FAULT_TESTS: readonly FaultTest[] = [
  simulation,
  serverKilled,
  databaseRestarted,
  everyByte,
  largeBodies,
  replyLost,
  twiceAndDisordered,
  partitions,
  slowCommits,
  wrongClocks,
  browserKilled,
  tabGone,
  storageFull,
  storageCleared,
  versionsMeet,
  captivePortal,
  rightsLost,
  goneMeanwhile,
  sameField,
  restored,
  restoredInTheField,
  databaseRefuses,
  mapDownload,
  twoPeople,
  photosInterrupted,
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
  fuzzed,
  urgentEmail,
  imageMemory,
  triage,
]

/** Run by this command alone: they need programs that a machine for development lacks (packages/testkit/src/failover-cluster.ts names them). */
const CLUSTER_TESTS: readonly FaultTest[] = [failover, failoverAsync]

async function runFaultTests(args: readonly string[]): Promise<void> {
  const options = {
    full: { type: 'boolean', default: false },
    minutes: { type: 'string', default: String(24 * 60) },
    times: { type: 'string' },
    record: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const wanted = positionals.map((name) => name.toUpperCase())
  const all = [...FAULT_TESTS, ...CLUSTER_TESTS]
  const size = values.full ? 'full' : 'small'
  const unknown = wanted.filter((wish) => !all.some(({ name }) => name.toUpperCase() === wish))
  if (unknown.length > 0)
    throw new Error(`There is no fault test ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}.`)
  const chosen = wanted.length === 0 ? FAULT_TESTS : all.filter(({ name }) => wanted.includes(name.toUpperCase()))
  const record = values.record ? startRecording() : null
  // Asked to stop, a fault test ends the run it is in and reports what it has seen; asked twice, it ends at once.
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  for (const faultTest of chosen) {
    const started = Date.now()
    // Not `AbortSignal.timeout`: it was collected as garbage, and a fault test of seven minutes went on for ten.
    const enough = new AbortController()
    const deadline = setTimeout(() => enough.abort(), Number(values.minutes) * 60_000)
    const stop = AbortSignal.any([interrupted.signal, enough.signal])
    const result = await faultTest.run(size, stop, values.times === undefined ? undefined : Number(values.times))
    clearTimeout(deadline)
    const { runs, lost, doubled, broken, figures } = result
    const ok = isOk(result)
    console.log(JSON.stringify({ name: faultTest.name, runs, lost, doubled, ok, size, broken, ...figures, tookMs: Date.now() - started }))
    const notes = [
      ...broken.map((what) => `Broken: ${what}`),
      ...(stop.aborted ? ['Ended early'] : []),
      ...(values.full || values.times ? [] : ['Small size']),
    ]
    const minutes = Math.round((Date.now() - started) / 6000) / 10
    const measured = result.rows ?? { [faultTest.name]: { n: runs, lost, doubled, figures: { ...figures, minutes } } }
    const note = notes.length > 0 ? { note: notes.join('; ') } : {}
    record?.(
      `npm run fault -- ${faultTest.name}${values.full ? ' --full' : ''}${values.times ? ` --times ${values.times}` : ''}`,
      Object.fromEntries(Object.entries(measured).map(([id, one]) => [id, { ...one, ...note }])),
    )
    if (!ok) process.exitCode = 1
  }
}

if (import.meta.main) {
  await runFaultTests(process.argv.slice(2))
  // The app of another version (C7) has timers of its own, which nobody here can end.
  process.exit()
}
