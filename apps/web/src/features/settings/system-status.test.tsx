import { screen } from '@testing-library/react'
import type { SystemStatus as Status } from '@trailwarden/api'
import type { PageData } from '@trailwarden/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { show } from '#testing/show.tsx'
import { SystemStatus } from './system-status.tsx'

/** The screen's clock may be slightly behind, so 12 minutes are added. */
const ago = (hours: number) => new Date(Date.now() - (hours + 0.2) * 3_600_000).toISOString()
const queue = { waiting: 0, retrying: 0, failed: 0, oldestSeconds: 0 }
const healthy: Status = {
  version: '2.9',
  startedAt: ago(3),
  database: { version: '15.14 (Debian 15.14-0+deb12u1)', bytes: 48_000_000, poolUsed: 1, poolSize: 10, waitingRequests: 0 },
  queues: [
    { name: 'email-urgent', ...queue },
    { name: 'email-bulk', ...queue },
    { name: 'unclaimed-photos', ...queue },
  ],
  tasks: [
    { task: 'backup-database', succeededAt: ago(9), failedAt: null },
    { task: 'backup-photos', succeededAt: ago(9), failedAt: null },
    { task: 'restore-test', succeededAt: ago(10 * 24), failedAt: null },
  ],
  restore: null,
  doubtfulAddresses: [],
  photosFreeBytes: 80e9,
}

let answer: () => Response
beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  vi.stubGlobal('fetch', async () => answer())
  // This cast is safe because the screen uses only the site's time zone.
  setPageData({ site: { timeZone: 'Australia/Hobart' } as PageData['site'], status: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function facts(status: Status) {
  answer = () => Response.json(status)
  show(<SystemStatus />)
  await screen.findByText('Version')
  const rows = screen.getAllByRole('term').map((term) => [term.textContent ?? '', term.nextElementSibling as HTMLElement] as const)
  return Object.fromEntries(
    rows.map(([name, value]) => [name, { text: value.textContent ?? '', isMarked: value.querySelector('svg') !== null }]),
  )
}

test('OPS-METRICS shows the state of the database, emails, storage and backups, and highlights nothing if all is well', async () => {
  const shown = await facts(healthy)
  expect(shown.Version?.text).toMatch(/^2\.9, started 3 h/)
  expect(shown.Database?.text).toBe('PostgreSQL 15.14, 48 MB. 1 of 10 connections in use')
  expect(shown.Emails?.text).toBe('All sent')
  expect(shown['Other work']?.text).toBe('All done')
  expect(shown['Photo storage']?.text).toBe('80.0 GB free')
  expect(shown['Database backup']?.text).toMatch(/^9 h ago/)
  expect(Object.values(shown).filter(({ isMarked }) => isMarked)).toEqual([])
})

test('OPS-METRICS highlights values that exceed their limits', async () => {
  const [database, photos] = healthy.tasks
  if (!database || !photos) throw new Error('no tasks')
  const shown = await facts({
    ...healthy,
    database: { ...healthy.database, waitingRequests: 4 },
    queues: [{ name: 'email-urgent', waiting: 3, retrying: 1, failed: 0, oldestSeconds: 400 }],
    tasks: [
      { ...database, succeededAt: ago(27) },
      { ...photos, failedAt: ago(1) },
      { task: 'restore-test', succeededAt: null, failedAt: null },
    ],
    photosFreeBytes: 1e9,
  })
  expect(Object.entries(shown).flatMap(([name, { isMarked }]) => (isMarked ? [name] : []))).toEqual([
    'Database',
    'Emails',
    'Photo storage',
    'Database backup',
    'Photo backup',
    'Restore test',
  ])
  expect(shown.Emails?.text).toBe('3 emails waiting, the oldest for 6 minutes. 1 email being retried')
  expect(shown['Photo backup']?.text).toMatch(/Failed 1 h ago/)
  expect(shown['Restore test']?.text).toBe('Never')
})

test('OPS-METRICS reports that the server didn’t respond, and retries', async () => {
  answer = () =>
    Response.json({ code: 'unavailable', detail: 'x' }, { status: 503, headers: { 'content-type': 'application/problem+json' } })
  const { user } = show(<SystemStatus />)
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load')
  answer = () => Response.json(healthy)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('All sent')).toBeTruthy()
})

test('SEC-N3 shows what was revoked after a restore, and what to check', async () => {
  const restore = { at: ago(2), restoredTo: ago(20), ended: { sessions: 3, keys: 1, links: 2, briefLinks: 1, webhooks: 1 } }
  const { text = '', isMarked } = (await facts({ ...healthy, restore }))['Restored from a backup'] ?? {}
  expect(text).toMatch(/^2 h ago/)
  expect(text).toContain('Sessions ended: 3. API keys ended: 1. Links ended: 3. Webhooks suspended: 1.')
  expect(text).toContain('Check trail status and post it again')
  expect(isMarked).toBe(true)
})

test('SEC-N3 lists the people whose address must be confirmed after a restore', async () => {
  const doubtfulAddresses = [{ id: '00000000-0000-4000-8000-000000000001', displayName: 'Olive Owner' }]
  const { text, isMarked } = (await facts({ ...healthy, doubtfulAddresses }))['Addresses to confirm'] ?? {}
  expect(text).toBe(
    'These people’s email addresses were changed after the backup: Olive Owner. Ask each of them for their address, and confirm it.',
  )
  expect(isMarked).toBe(true)
  expect(screen.getByRole('link', { name: 'Olive Owner' }).getAttribute('href')).toBe('/users/view/00000000-0000-4000-8000-000000000001')
})
