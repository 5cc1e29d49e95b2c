/**
 * `npm run bench [-- P1 P4] [--pairs 30] [--record]` prints one JSON line for each metric, and fails when a value exceeds its limit. A
 * missed target is only reported (`"ok":false`): see docs/assurance/proof/performance.md.
 */
import { parseArgs } from 'node:util'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { startRecording } from '../../tools/ci/proof.ts'
import { homeBytes } from './bytes/p1-home-bytes.ts'
import { mapBytes } from './bytes/p2-map-bytes.ts'
import { emergencyBytes } from './bytes/p15-emergency-bytes.ts'
import { mapReady } from './device/p3-map-ready.ts'
import { homeLcp } from './device/p4-home-lcp.ts'
import { offlineStart } from './device/p5-offline-start.ts'
import { mapDownload } from './device/p10-map-download.ts'
import { firstSync } from './device/p11-first-sync.ts'
import { tableTyping } from './device/p12-table-typing.ts'
import { mapMany } from './device/p13-map-many.ts'
import { mapIdle } from './device/p14-map-idle.ts'
import { emergencyOffline } from './device/p16-emergency-offline.ts'
import { slowLine } from './device/p17-slow-line.ts'
import { mapPan } from './device/p18-map-pan.ts'
import { type Metric, rounded } from './metric.ts'
import { incrementalPull } from './server/p6-incremental-pull.ts'
import { pushOne } from './server/p7-push.ts'
import { cachedStatus } from './server/p8-cached-status.ts'
import { eventStreams } from './server/p9-streams.ts'
import { overviewFigures } from './server/p19-overview.ts'
import { openHomes } from './server/p20-open-homes.ts'

const METRICS: Metric[] = [
  homeBytes,
  mapBytes,
  mapReady,
  homeLcp,
  offlineStart,
  incrementalPull,
  pushOne,
  cachedStatus,
  eventStreams,
  mapDownload,
  firstSync,
  tableTyping,
  mapMany,
  mapIdle,
  emergencyBytes,
  emergencyOffline,
  slowLine,
  mapPan,
  overviewFigures,
  openHomes,
]
/** The whole run ends after this time, even if something hangs. */
const LONGEST_RUN_MS = 120 * 60_000

const { values, positionals } = parseArgs({
  options: { pairs: { type: 'string' }, record: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const pairs = Number(values.pairs ?? 15)
if (!Number.isInteger(pairs) || pairs < 1) throw new Error(`--pairs must be a number, not ${values.pairs}`)
const unknown = positionals.filter((name) => !METRICS.some((metric) => metric.name === name))
if (unknown.length > 0)
  throw new Error(`Unknown metric: ${unknown.join(', ')}. Available: ${METRICS.map((metric) => metric.name).join(', ')}.`)
const chosen = positionals.length === 0 ? METRICS : METRICS.filter((metric) => positionals.includes(metric.name))

const record = values.record ? startRecording() : null
buildApp()

const stop = new AbortController()
process.once('SIGINT', () => stop.abort(new Error('stopped')))
process.once('SIGTERM', () => stop.abort(new Error('stopped')))
const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LONGEST_RUN_MS)])

for (const { name, measure } of chosen) {
  signal.throwIfAborted()
  const { ratio, target, limit, ok, broken, row, parts = {}, figures } = await measure({ pairs, signal })
  console.log(JSON.stringify({ name, ratio: rounded(ratio), target, ok, limit, broken, ...figures }))
  const note = broken.length > 0 ? `Broken: ${broken.join('; ')}` : undefined
  record?.(`npm run bench -- ${name}${values.pairs ? ` --pairs ${pairs}` : ''}`, {
    [name]: { value: rounded(ratio, 3), unit: '×', target, limit, note, ...row },
    ...Object.fromEntries(Object.entries(parts).map(([part, measured]) => [`${name}.${part}`, measured])),
  })
  if (broken.length > 0) process.exitCode = 1
}
