import { syncPermissions } from '@trailwarden/api/permissions/sync'
import { FORMER_USER } from '@trailwarden/domain'
import { sql } from 'kysely'
import { type Core, defineFeature, type FeatureModule, type ForgetPerson } from '#core/feature.ts'
import type { SyncedKinds } from '#core/synced-kind.ts'
import { withBlur } from '#features/photos/photo-blur.ts'
import { createGauge } from '#http/monitoring/metrics.ts'
import { createDailyBucket } from '#http/security/rate-limit.ts'
import { openEvents } from './events.ts'
import { historyRoutes } from './history-routes.ts'
import { openPings } from './pings.ts'
import { renewEpoch } from './pull/epoch.ts'
import { sweepRefusedCommands } from './push/command-retention.ts'
import type { PushDependencies } from './push/push.ts'
import { reportSyncRoutes } from './report-sync-routes.ts'
import { syncRoutes } from './sync-routes.ts'
import { SyncSettings } from './sync-settings.ts'

function openSync(core: Core<SyncSettings>, kinds: SyncedKinds) {
  const { config, db, site, photoStore, log, warn, metrics, errors, onMilestone, budget } = core
  const pings = openPings(config.DATABASE_URL, log, budget?.Client)
  const watch = { onError: warn('the permissions of open streams could not be checked'), onEviction: metrics.countEviction }
  const events = openEvents(db, pings, watch, site.signIn.passkeyFromRole)
  const apply = Object.entries(kinds).map(
    ([name, { photosOf, apply }]) => [name, photosOf ? withBlur(photoStore, photosOf, apply) : apply] as const,
  )
  const push: PushDependencies = {
    db,
    kinds,
    apply: Object.fromEntries(apply),
    onMilestone,
    onError: (error, about) => {
      log.error({ err: error, ...about }, 'a command could not be processed')
      errors.report(error, { task: 'push' })
    },
    onAnswers: metrics.countAnswers,
  }
  const commands = createDailyBucket(config.COMMANDS_PER_MINUTE, config.COMMANDS_AT_ONCE, config.COMMANDS_PER_DAY)
  return defineFeature(
    {
      name: 'sync',
      routes(app) {
        app.addHook('onClose', () => pings.stop())
        syncRoutes(app, push, events, commands)
        reportSyncRoutes(app, push)
        historyRoutes(app, db, kinds)
      },
      sweeps: [() => sweepRefusedCommands(db)],
      forgetPerson: forgetAuthor(kinds),
      onRestored: async () => void (await renewEpoch(db, { force: true })),
      metrics(registry) {
        const streams = createGauge(registry, 'trailwarden_streams_open', 'Devices with an open event stream')
        return () => streams.set(events.count())
      },
    },
    { kinds },
  )
}

const forgetAuthor =
  (kinds: SyncedKinds): ForgetPerson =>
  async (tx, personId) => {
    for (const { fields, table } of Object.values(kinds))
      for (const author of ['createdBy', 'updatedBy'])
        if (`${author}Name` in fields)
          await sql`update ${table} set ${sql.ref(`${author}Name`)} = ${FORMER_USER} where ${sql.ref(author)} = ${personId}`.execute(tx)
  }

export const sync = { permissions: syncPermissions, config: SyncSettings, open: openSync } satisfies FeatureModule
