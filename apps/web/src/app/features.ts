/** The order of the list is the order of the tabs. */
import { account } from '#features/account/index.ts'
import { actions } from '#features/actions/index.ts'
import { alerts } from '#features/alerts/index.ts'
import { auditLog } from '#features/audit-log/index.ts'
import { billing } from '#features/billing/index.ts'
import { keys } from '#features/keys/index.ts'
import { notices } from '#features/notices/index.ts'
import { offlineMaps } from '#features/offline-maps/index.ts'
import { overview } from '#features/overview/index.ts'
import { people } from '#features/people/index.ts'
import { points } from '#features/points/index.ts'
import { reports } from '#features/reports/index.ts'
import { settings } from '#features/settings/index.ts'
import { trailStatus } from '#features/trail-status/index.ts'
import { trails } from '#features/trails/index.ts'
import { waiting } from '#features/waiting/index.ts'
import { webhooks } from '#features/webhooks/index.ts'
import { workDays } from '#features/work-days/index.ts'
import type { Feature } from '#parts/feature.ts'
import { createCombinedScreens } from './combined-screens.ts'

export const FEATURES: readonly Feature[] = [
  account,
  actions,
  overview,
  people,
  reports,
  workDays,
  points,
  trailStatus,
  notices,
  settings,
  createCombinedScreens(() => FEATURES),
  auditLog,
  alerts,
  offlineMaps,
  trails,
  waiting,
  // Warnings are missing from the list because the app finds them by file name (parts/feature.ts).
  billing,
  keys,
  webhooks,
]
