import type { ExportNote } from '@trailwarden/api'
import { callApi } from '#data/api.ts'
import { toast } from '#ui/feedback/toasts.ts'
import { reasonOf } from '../form/reason.ts'

/** Every export must be recorded on the server, so without a response no file is created. */
export const noteExport = (collection: ExportNote['collection']) => async (rows: number) => {
  const answer = await callApi('POST', '/api/exports', null, { collection, rows } satisfies ExportNote)
  if (!answer.ok) toast('error', `Couldn’t export the CSV: ${reasonOf(answer)}`)
  return answer.ok
}
