import { isMutedReport } from '@trailwarden/domain/report/muted-report'
import type { Report } from '@trailwarden/domain/report/report-kind'
import type { Reporter } from '@trailwarden/domain/report/reporter-kind'
import { useRecords } from '#data/use-records.ts'

export type WaitingReports = {
  toCheck: Report[]
  muted: Report[]
  mutedReporters: ReadonlyMap<string, Reporter>
}

/** The result is undefined until the reports have been read. */
export function useWaitingReports(): WaitingReports | undefined {
  const waiting = useRecords('waiting reports', {
    kind: 'report',
    index: { name: 'status', equals: 'Received' },
    where: ({ status }) => status === 'Received',
  })
  const reporters = useRecords('muted reporters', { kind: 'reporter', where: ({ muted }) => muted === true })
  if (!waiting || !reporters) return undefined
  const reports = waiting.map(({ data }) => data)
  const mutedReporters = new Map(reporters.map(({ data }) => [data.id, data]))
  const ids = new Set(mutedReporters.keys())
  const isMuted = (report: Report) => isMutedReport(report, ids)
  return { toCheck: reports.filter((report) => !isMuted(report)), muted: reports.filter(isMuted), mutedReporters }
}
