import { screen } from '@testing-library/react'
import type { PullReply, PushReply, PushRequest } from '@trailwarden/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveReport } from '#data/reports/reporter.ts'
import { show } from '#testing/show.tsx'
import { ReportReceipt } from './report-receipt.tsx'

beforeEach(() => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A device without an account derives its id, a UUID of version 8, from its secret. */
async function reporterId(): Promise<string> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  return names.flatMap((name) => /^trailwarden-(\w{8}-\w{4}-8.+)$/.exec(name)?.[1] ?? [])[0] ?? ''
}

async function showRefused(refusal: { code: string; detail: string }) {
  const page = { epoch: 'e1', role: 0, cursor: 'c1', documents: [], removed: [], more: false }
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method !== 'POST')
      return Response.json({ ...page, personId: await reporterId(), reset: !path.includes('cursor=') } satisfies PullReply)
    const { commands } = JSON.parse(String(body)) as PushRequest
    const answers = commands.map(({ id }) => ({ commandId: id, outcome: 'invalid' as const, version: null, replaced: [], refusal }))
    return Response.json({ answers } satisfies PushReply)
  })
  const id = crypto.randomUUID()
  await saveReport(id, { category: 'Fallen tree' }, { photos: {} })
  show(<ReportReceipt id={id} />)
  const heading = await screen.findByRole('heading', { name: 'We couldn’t accept this report' })
  return heading.nextElementSibling?.textContent
}

test.each([
  ['not-valid', 'a report needs a private link', 'Some of the details aren’t valid. Please send a new report.'],
  ['too-many-photos', 'a report can have at most 3 photos', 'It has too many photos. Please send a new report with fewer.'],
  ['too-many-requests', 'too many', 'Too many attempts. Wait a few minutes and try again.'],
  ['code-of-tomorrow', 'no such thing', 'The server rejected it. Please send a new report.'],
])('REP-2 explains to a visitor in a plain sentence why a report was refused: %s', async (code, detail, text) => {
  expect(await showRefused({ code, detail })).toBe(text)
})
