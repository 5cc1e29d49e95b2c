/** The filter is in the URL, so that a shared link shows the same entries. */
import { type AuditEntry, AuditLogFilter, AuditLogPage } from '@trailwarden/api'
import { type ApiAnswer, type ApiRefusal, callApi } from '#data/api.ts'
import { downloadCsv, toCsv } from '#lib/csv.ts'
import { formatFileDate } from '#lib/table-dates.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { noteExport } from '#parts/record/note-export.ts'
import { toast } from '#ui/feedback/toasts.ts'
import { CSV_HEAD, csvLine } from './audit-entry.ts'

/** Spreadsheets can open a file of this size, and reading the entries from the server takes a few seconds. */
const CSV_MAX = 10_000
const CSV_PAGE = 500

export const FILTERS = ['event', 'person', 'from', 'to'] as const
export type FilterName = (typeof FILTERS)[number]
export type FilterTexts = { [name in FilterName]?: string | undefined }

/** People can edit the URL, so invalid values are ignored. */
export function filterIn(search: URLSearchParams): AuditLogFilter {
  const filter: AuditLogFilter = {}
  for (const name of FILTERS) {
    const one = AuditLogFilter.safeParse({ [name]: search.get(name) ?? undefined })
    if (one.success) Object.assign(filter, one.data)
  }
  return filter
}

export const queryOf = (filter: FilterTexts): string =>
  new URLSearchParams(FILTERS.flatMap((name) => (filter[name] ? [[name, filter[name]]] : []))).toString()

export function askPage(query: string, before: number | null, limit?: number): Promise<ApiAnswer<AuditLogPage>> {
  const search = new URLSearchParams(query)
  if (before !== null) search.set('before', String(before))
  if (limit) search.set('limit', String(limit))
  return callApi('GET', `/api/audit-log?${search}`, AuditLogPage)
}

async function askAll(query: string): Promise<ApiRefusal | { ok: true; entries: AuditEntry[]; isCut: boolean }> {
  const entries: AuditEntry[] = []
  for (let before: number | null = null; ; ) {
    const answer: ApiAnswer<AuditLogPage> = await askPage(query, before, CSV_PAGE)
    if (!answer.ok) return answer
    entries.push(...answer.value.entries)
    before = answer.value.next
    if (before === null || entries.length >= CSV_MAX) return { ok: true, entries, isCut: before !== null }
  }
}

export async function exportAuditLog(query: string, site: { roleTitles: readonly string[]; timeZone: string }): Promise<void> {
  const all = await askAll(query)
  if (!all.ok) return toast('error', `Couldn’t export the CSV: ${reasonOf(all)}`)
  if (!(await noteExport('audit-log')(all.entries.length))) return
  const lines = all.entries.map((entry) => csvLine(entry, site.roleTitles, site.timeZone))
  downloadCsv(`audit-log-${formatFileDate(new Date(), site.timeZone)}.csv`, toCsv([CSV_HEAD, ...lines]))
  if (all.isCut) toast('warning', 'The file has only the latest 10,000 entries. For older ones, choose an earlier “To” date.')
}
