/**
 * `npm run bench [-- P1 P4] [--pairs 30] [--record]`: measures our app against bare pages and prints one JSON line for each metric.
 * Fails when a limit is broken. A target that is missed is reported (`"ok":false`) and fails nothing: see docs/proof/performance.md.
 * `--record` writes the results to docs/proof.
 */
import { parseArgs } from 'node:util'
import { buildApp } from '@trailwarden/testkit/build-app'
import { startRecording } from '../../tools/proof.ts'
import { type Metric, rounded } from './metric.ts'
import { homeBytes } from './p1-home-bytes.ts'
import { mapBytes } from './p2-map-bytes.ts'
import { mapReady } from './p3-map-ready.ts'
import { homeLcp } from './p4-home-lcp.ts'
import { offlineStart } from './p5-offline-start.ts'
import { incrementalPull } from './p6-incremental-pull.ts'
import { pushOne } from './p7-push.ts'
import { cachedStatus } from './p8-cached-status.ts'
import { eventStreams } from './p9-streams.ts'
import { mapDownload } from './p10-map-download.ts'
import { firstSync } from './p11-first-sync.ts'
import { tableTyping } from './p12-table-typing.ts'
import { mapMany } from './p13-map-many.ts'
import { mapIdle } from './p14-map-idle.ts'
import { emergencyBytes } from './p15-emergency-bytes.ts'
import { emergencyOffline } from './p16-emergency-offline.ts'
import { openHomes } from './p17-open-homes.ts'
import { mapPan } from './p18-map-pan.ts'
import { overviewFigures } from './p19-overview.ts'

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
  openHomes,
  mapPan,
  overviewFigures,
]
/** A whole run never takes longer, whatever hangs. */
const LONGEST_RUN_MS = 30 * 60_000

const { values, positionals } = parseArgs({
  options: { pairs: { type: 'string' }, record: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const pairs = Number(values.pairs ?? 15)
if (!Number.isInteger(pairs) || pairs < 1) throw new Error(`--pairs is a number of pairs, not ${values.pairs}`)
const unknown = positionals.filter((name) => !METRICS.some((metric) => metric.name === name))
if (unknown.length > 0) throw new Error(`No metric ${unknown.join(', ')}. There are: ${METRICS.map((metric) => metric.name).join(', ')}.`)
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
