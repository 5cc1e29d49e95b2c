import type { ExportNote } from '@trailwarden/api'
import { callApi } from '#data/api.ts'
import { toast } from '#ui/toasts.ts'
import { reasonOf } from './reason.ts'

/** Who exports a list is recorded by the server: without its answer no file is made. */
export const noteExport = (collection: ExportNote['collection']) => async (rows: number) => {
  const answer = await callApi('POST', '/api/exports', null, { collection, rows } satisfies ExportNote)
  if (!answer.ok) toast('error', `No CSV: ${reasonOf(answer)}`)
  return answer.ok
}
