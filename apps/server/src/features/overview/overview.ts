/** If one part fails, the others still work. */
import { MAINTENANCE_LIMIT_HOURS, type MaintenanceTask, type Overview } from '@trailwarden/api'
import { isUnconfirmed, type PublicStatus } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import type { Db } from '#db/database.ts'
import { isMutedReport } from '#db/records/muted-reports.ts'
import { type ActionCounts, countActions, figuresOf } from './action-figures.ts'

type System = {
  read(): Promise<{
    queues: { name: string; retrying: number; failed: number; oldestSeconds: number }[]
    runs: { task: MaintenanceTask; succeededAt: Date | null }[]
  }>
}

export type OverviewDependencies = {
  db: Db
  site: Pick<Site, 'networks' | 'areas' | 'timeZone' | 'dueHours' | 'statusAgeLimitHours'>
  readStatus: () => Promise<PublicStatus>
  system: System
  onError: (error: unknown, part: string) => void
}

export type OverviewReader = { read(networkId: string | null): Promise<Overview> }

type Waiting = { area: string; n: number; oldestAt: Date }
type Counted = { at: Date; actions: ActionCounts | null; reports: Waiting[] | null; system: Awaited<ReturnType<System['read']>> | null }

/** Several managers who open the overview share a result for this time. */
const FRESH_MS = 5000

const countReports = (db: Db): Promise<Waiting[]> =>
  db
    .selectFrom('reports as r')
    .select((row) => ['r.area', row.fn.countAll<number>().as('n'), row.fn.min('r.createdAt').as('oldestAt')])
    .where('r.status', '=', 'Received')
    .where((row) => row.not(isMutedReport))
    .groupBy('r.area')
    .execute()

const isEmail = ({ name }: { name: string }) => name.startsWith('email') || name === 'letters'

function emailsOf({ queues }: Pick<NonNullable<Counted['system']>, 'queues'>, at: Date): Overview['emails'] {
  const failing = queues.filter((queue) => isEmail(queue) && queue.retrying + queue.failed > 0)
  const undelivered = failing.reduce((total, { retrying, failed }) => total + retrying + failed, 0)
  const longest = Math.max(0, ...failing.filter(({ retrying }) => retrying > 0).map(({ oldestSeconds }) => oldestSeconds))
  return { undelivered, since: longest > 0 ? new Date(at.getTime() - longest * 1000).toISOString() : null }
}

function backupOf({ runs }: Pick<NonNullable<Counted['system']>, 'runs'>, at: Date): Overview['backup'] {
  const last = (task: MaintenanceTask) => runs.find((run) => run.task === task)?.succeededAt ?? null
  const [succeededAt, testedAt] = [last('backup-database'), last('restore-test')]
  const isLate = !succeededAt || at.getTime() - succeededAt.getTime() > MAINTENANCE_LIMIT_HOURS['backup-database'] * 3_600_000
  return { succeededAt: succeededAt?.toISOString() ?? null, testedAt: testedAt?.toISOString() ?? null, isLate }
}

export function openOverview({ db, site, readStatus, system, onError }: OverviewDependencies): OverviewReader {
  let last: Counted | null = null
  let underWay: Promise<Counted> | null = null

  const tried = <T>(part: string, work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      onError(error, part)
      return null
    })

  async function count(): Promise<Counted> {
    const at = new Date()
    const [actions, reports, systemRead] = await Promise.all([
      tried('actions', countActions(db, site, at)),
      tried('reports', countReports(db)),
      tried('system', system.read()),
    ])
    last = { at, actions, reports, system: systemRead }
    return last
  }

  const counted = () => {
    if (last && Date.now() - last.at.getTime() < FRESH_MS) return Promise.resolve(last)
    underWay ??= count().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    async read(networkId) {
      const [{ at, actions, reports, system: systemRead }, status] = await Promise.all([counted(), tried('status', readStatus())])
      const isMeant = (id: string | undefined) => networkId === null || id === networkId
      const networkOf = (area: string) => site.areas.find(({ name }) => name === area)?.networkId
      const waiting = reports?.filter(({ area }) => isMeant(networkOf(area)))
      const oldest = waiting?.map(({ oldestAt }) => oldestAt.getTime()).sort((a, b) => a - b)[0]
      return {
        asOf: at.toISOString(),
        reports: waiting
          ? {
              waiting: waiting.reduce((total, { n }) => total + n, 0),
              oldestAt: oldest === undefined ? null : new Date(oldest).toISOString(),
            }
          : null,
        actions: actions && (await tried('actions', figuresOf(actions, site, networkId))),
        outdated:
          status?.networks
            .filter(({ id, postedAt }) => isMeant(id) && (postedAt === null || isUnconfirmed(postedAt, site.statusAgeLimitHours, at)))
            .map(({ id, postedAt }) => ({ id, postedAt })) ?? null,
        emails: systemRead && emailsOf(systemRead, at),
        backup: systemRead && backupOf(systemRead, at),
      }
    },
  }
}
