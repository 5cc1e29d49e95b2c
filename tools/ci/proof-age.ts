/**
 * A measured result is stale once something it depends on differs from its commit. DEPENDS_ON lists the dependencies by the result's ID or
 * the part before its dot, and the longest match counts.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { ProofResult } from './proof-results.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** One-off comparisons describe their commit and never become stale. */
const HISTORY = 'history'

const RULES = ['packages/domain/src', 'packages/api/src']
const SYNC = [...RULES, 'packages/sync/src']
const TABLES = ['apps/server/migrations', 'apps/server/src/db']
/** A push or a pull runs through this server code. */
const SERVER = [...SYNC, ...TABLES, 'apps/server/src/http', 'apps/server/src/sync', 'apps/server/src/features/actions']
const PHOTOS = ['apps/server/src/features/photos', 'apps/server/src/files']
/** The database, outbox and mirror of a device. */
const DEVICE = ['apps/web/src/data']
const WORKER = [
  'apps/web/src/service-worker',
  'apps/web/src/service-worker.ts',
  'apps/web/src/platform',
  'apps/web/vite.config.ts',
  'apps/server/src/http/pages/worker-script.ts',
]
/** The app's user interface on any screen. */
const SCREENS = ['apps/web/src/app', 'apps/web/src/ui', 'apps/web/src/parts', 'apps/web/src/lib', 'apps/web/src/main.tsx']
const HOME = [
  ...SCREENS,
  ...['apps/web/index.html', 'apps/web/vite.config.ts', 'apps/web/src/prerender.tsx', 'apps/web/src/data/page-data.ts'],
  ...['apps/web/src/features/trail-status', 'apps/server/src/http/pages/pages.ts', 'package-lock.json'],
]
const MAP = [...SCREENS, ...DEVICE, 'apps/web/src/map', 'apps/web/src/features/trail-map', 'apps/web/vite.config.ts', 'package-lock.json']
const EMERGENCY = [
  'apps/web/src/emergency.tsx',
  'apps/web/src/features/emergency',
  'packages/domain/src/emergency',
  'apps/web/vite.config.ts',
]
const STATUS = [...RULES, ...TABLES, 'apps/server/src/features/trail-status']
const ACCOUNTS = ['apps/server/src/features/people']
const FRONT = ['deploy/nginx.conf', 'apps/server/src/http']
const MAILER = [...TABLES, 'apps/server/src/mail']
const CELL = [...SERVER, ...FRONT, 'apps/server/src/hosting', 'apps/server/src/main.ts', 'apps/server/src/app.ts']
const RESTORE = ['apps/server/src/ops', 'deploy/backup']

const testFile = (file: string) => `tests/fault/${file}.ts`
const bench = (...files: string[]) => files.map((file) => `tests/bench/${file}`)
const BARE_MAP = bench('visits/map-visit.ts', 'visits/map-samples.ts', 'pages/bare-map', 'bare/serve-map.ts')

export const DEPENDS_ON: Readonly<Record<string, readonly string[] | typeof HISTORY>> = {
  R1: [...SYNC, testFile('records/r1-simulation')],
  R2: [...SERVER, testFile('server/r2-server-killed')],
  R3: [...SERVER, testFile('server/r3-database-restarted')],
  R4: [...SERVER, testFile('line/r4-every-byte')],
  R4B: [...SERVER, ...PHOTOS, testFile('line/r4b-large-bodies')],
  R5: [...SERVER, testFile('line/r5-reply-lost')],
  R6: [...SERVER, testFile('line/r6-twice-and-disordered')],
  R7: [...SERVER, ...DEVICE, testFile('line/r7-partitions')],
  R8: [...SERVER, testFile('server/r8-slow-commits')],
  R9: [...SERVER, testFile('device/r9-clocks')],
  R10: [...SERVER, ...DEVICE, 'apps/web/src/features/actions', testFile('device/r10-browser-killed')],
  R11: [...SERVER, ...DEVICE, 'apps/web/src/platform', testFile('device/r11-tab-gone')],
  R12: [...SYNC, ...DEVICE, 'apps/web/src/features/actions', testFile('device/r12-storage-full')],
  R13: [...SYNC, ...DEVICE, ...WORKER, testFile('device/r13-storage-cleared')],
  R14: [...SYNC, ...DEVICE, ...WORKER, testFile('device/r14-versions')],
  'R14.through-worker': HISTORY,
  R15: [...SYNC, ...DEVICE, ...WORKER, testFile('line/r15-captive-portal')],
  R16: [...SERVER, ...ACCOUNTS, ...DEVICE, testFile('records/r16-rights-lost')],
  R17: [...SERVER, ...PHOTOS, testFile('records/r17-gone-meanwhile')],
  R18: [...SERVER, testFile('records/r18-same-field')],
  R19: [...SERVER, 'deploy/ha', testFile('server/r19-failover'), testFile('helpers/failover-load')],
  R20: [...SERVER, 'deploy/ha', testFile('server/r19-failover'), testFile('helpers/failover-load')],
  R21: [...SERVER, ...DEVICE, ...ACCOUNTS, testFile('records/r21-restored')],
  'R21.field': [...SERVER, ...DEVICE, ...ACCOUNTS, ...RESTORE, testFile('records/r21-field')],
  R22: [...SERVER, testFile('server/r22-database-refuses')],
  R23: [...WORKER, 'apps/web/src/features/offline-maps', testFile('device/r23-map-download')],
  'R23.small': HISTORY,
  R24: [...SYNC, ...DEVICE, ...ACCOUNTS, 'apps/web/src/features/account', testFile('records/r24-two-people')],
  R25: [...SERVER, ...PHOTOS, testFile('records/r25-photos')],
  R26: [...CELL, ...DEVICE, testFile('server/r26-soak'), testFile('helpers/cell-load')],
  R28: [...SERVER, ...DEVICE, testFile('records/r28-returning')],
  R29: [...SERVER, ...DEVICE, testFile('device/r29-old-app')],
  TRIAGE: [...SERVER, 'apps/server/src/features/reports', testFile('records/triage')],
  'STAT-5': [...STATUS, 'apps/server/src/plugins/webhooks', testFile('messages/alert-lanes')],
  'STAT-8': [...STATUS, ...FRONT, testFile('line/stat-8-refused-client')],
  'STAT-11': [...STATUS, ...MAILER, testFile('messages/alert-lanes')],
  STATUS: [...STATUS, ...FRONT, 'apps/web/src/features/trail-status', testFile('records/status-surfaces')],
  OVERTAKING: [...SYNC, testFile('records/overtaking')],
  RESTORES: [...SERVER, ...STATUS, ...ACCOUNTS, ...RESTORE, testFile('server/restore-histories')],
  DRAFTS: [...DEVICE, 'apps/web/src/features/reports', testFile('device/report-drafts')],
  C1: [...CELL, testFile('load/c1-mix'), testFile('helpers/cell-load')],
  C2: [...CELL, testFile('load/c1-mix'), testFile('helpers/cell-load')],
  C4: [...FRONT, 'apps/server/src/features/trail-status', testFile('load/c4-public-face'), testFile('helpers/flood')],
  'C4.without-flood': HISTORY,
  C5: [...SERVER, ...FRONT, testFile('load/c5-cheap-requests')],
  C6: [...CELL, testFile('load/c6-many-networks'), testFile('load/c6-flood')],
  C7: [...CELL, ...DEVICE, testFile('server/c7-upgrade')],
  C8: [...RULES, ...TABLES, ...FRONT, 'apps/server/src/features/reports', testFile('load/c8-reports-flood')],
  MAIL: [...MAILER, testFile('messages/mail-once')],
  'MAIL.fan-out': HISTORY,
  PUSH: [...STATUS, 'apps/server/src/mail', testFile('messages/push-once')],
  M10: [...MAILER, ...STATUS, testFile('messages/m10-urgent-email')],
  'SEC-M6': [...TABLES, 'apps/server/src/http', 'apps/server/src/main.ts'],
  'SEC-M10': [...MAILER, ...STATUS],
  'SEC-H5': [...HOME, ...WORKER],
  FUZZ: [...RULES, 'apps/server/src', 'tests/fault/fuzz'],
  'FUZZ.seed-1': HISTORY,
  'FUZZ.seed-20261115': HISTORY,
  IMAGES: [...PHOTOS, 'package-lock.json', testFile('server/image-memory')],
  'IMAGES.before': HISTORY,
  P1: [...HOME, ...bench('bytes/p1-home-bytes.ts', 'visits/first-load.ts', 'bare/home')],
  P2: [...MAP, ...bench('bytes/p2-map-bytes.ts', 'visits/first-load.ts', 'bare/engine')],
  P3: [...MAP, ...BARE_MAP, ...bench('device/p3-map-ready.ts')],
  P4: [...HOME, ...bench('device/p4-home-lcp.ts', 'visits/visit.ts', 'visits/static-home.ts', 'bare/serve-static-home.ts')],
  'P4.first': HISTORY,
  'P4.tried': HISTORY,
  'P4.change': HISTORY,
  P5: [...HOME, ...WORKER, ...bench('device/p5-offline-start.ts', 'visits/static-home.ts', 'bare/serve-static-home.ts')],
  'P5.map': [...MAP, ...WORKER, ...BARE_MAP, ...bench('device/p5-offline-start.ts')],
  P6: [...SERVER, ...bench('server/p6-incremental-pull.ts')],
  P7: [...SERVER, 'package-lock.json', ...bench('server/p7-push.ts', 'server/push-statements.ts')],
  P8: [...FRONT, 'apps/server/src/features/trail-status', ...bench('server/p8-cached-status.ts')],
  'P8.tried': HISTORY,
  P9: ['apps/server/src/http', 'apps/server/src/sync', ...bench('server/p9-streams.ts', 'server/p9-listeners.ts', 'bare/serve-streams.ts')],
  P10: [...WORKER, 'apps/web/src/features/offline-maps', ...bench('device/p10-map-download.ts')],
  P11: [...SYNC, ...DEVICE, ...bench('device/p11-first-sync.ts', 'pages/first-sync')],
  P12: [
    ...DEVICE,
    'apps/web/src/parts',
    'apps/web/src/features/actions',
    ...bench('device/p12-table-typing.ts', 'device/p12-records.ts', 'pages/table'),
  ],
  P13: [...MAP, ...BARE_MAP, ...bench('device/p13-map-many.ts')],
  P14: [...MAP, ...BARE_MAP, ...bench('device/p14-map-idle.ts')],
  P15: [...EMERGENCY, 'package-lock.json', ...bench('bytes/p15-emergency-bytes.ts', 'visits/first-load.ts')],
  P16: [...EMERGENCY, ...WORKER, ...bench('device/p16-emergency-offline.ts', 'bare/static-emergency.html')],
  P17: [...HOME, ...MAP, 'apps/web/src/features', ...FRONT, ...bench('device/p17-slow-line.ts', 'visits/public-pages.ts')],
  P18: [...MAP, ...bench('device/p18-map-pan.ts', 'visits/map-visit.ts')],
  P19: [...TABLES, 'apps/server/src/features/overview', ...bench('server/p19-overview.ts')],
  P20: [...FRONT, 'apps/server/src/features/trail-status', ...bench('server/p20-open-homes.ts')],
  EMG: ['packages/domain/src/emergency', 'packages/site/src'],
  'EMG.print': ['apps/web/src/features/emergency', 'apps/server/src/features/briefs'],
  KIND: [...SERVER, ...DEVICE, 'packages/testkit/src/app/planted-changes.ts', 'tools/new'],
  'KIND.overlay': SYNC,
  BROWSERS: HISTORY,
  'WEBKIT-LEAVE': HISTORY,
}

/** Tests, prose and comments don't affect a measurement. */
const NOT_MEASURED = [
  ':(exclude,glob)**/*.test.ts',
  ':(exclude,glob)**/*.test.tsx',
  ':(exclude,glob)**/*.md',
  ':(exclude,glob)**/testing/**',
]
/** Matches a line that is empty or contains only a comment. */
const COMMENT_LINE = '^[[:space:]]*(//|/?\\*|$)'

export function dependenciesOf(id: string): readonly string[] | null {
  for (let name = id; name; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
    const found = DEPENDS_ON[name]
    if (found) return found === HISTORY ? null : found
  }
  throw new Error(`tools/ci/proof-age.ts does not list what ${id} depends on`)
}

const git = (root: string, ...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

export const currentCommit = (root = ROOT): string => git(root, 'rev-parse', '--short', 'HEAD').stdout.trim()

/**
 * The working tree is compared, so that a change shows before it is committed. A commit that isn't in the clone can't be compared and
 * counts as changed.
 */
export const hasChangedSince = (commit: string, paths: readonly string[], root = ROOT): boolean =>
  git(root, 'diff', '--quiet', '-I', COMMENT_LINE, commit, '--', ...paths, ...NOT_MEASURED).status !== 0

export type IsStale = (result: Pick<ProofResult, 'id' | 'commit'>) => boolean

export function openAges(root = ROOT): IsStale {
  const known = new Map<string, boolean>()
  return ({ id, commit }) => {
    const paths = dependenciesOf(id)
    if (!paths) return false
    const key = [commit, ...paths].join(' ')
    const isStale = known.get(key) ?? hasChangedSince(commit, paths, root)
    known.set(key, isStale)
    return isStale
  }
}

/** For a measured value, the target is a value and not a number of runs. */
const isUndersized = ({ n, value, target }: ProofResult) =>
  value === undefined && typeof target === 'number' && n !== undefined && n < target

/** An empty list means that the results describe this version. */
export function resultProblems(results: readonly ProofResult[], isStale: IsStale = openAges()): string[] {
  const current = results.filter(({ id }) => dependenciesOf(id) !== null)
  return [
    ...current
      .filter(isStale)
      .map(({ id, commit }) => `docs/assurance/proof: ${id} is stale: its dependencies have changed since ${commit}`),
    ...current.filter(isUndersized).map(({ id, n, target }) => `docs/assurance/proof: ${id} is undersized: ${n} runs of ${target}`),
  ]
}
