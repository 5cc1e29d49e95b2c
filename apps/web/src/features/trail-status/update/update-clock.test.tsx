import { cleanup, render } from '@testing-library/react'
import type { PageData } from '@trailwarden/site'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { noteServerTime } from '#platform/clock.ts'
import { useUpdateTrails } from './update-trail-state.tsx'
import { messageName, statusName, type UpdateValues, updateSchema, withTrails } from './update-values.ts'

const NETWORK = { id: 'hills', name: 'Hills' }
const DAY_MS = 86_400_000

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The preview is what riders will read, according to the form. */
function Preview({ values }: { values: UpdateValues }) {
  const form = useForm<UpdateValues, unknown, UpdateValues>({ defaultValues: values })
  const trails = useUpdateTrails(form, values, values)
  const text = trails.riderText(NETWORK, values)
  return [trails.outcome(NETWORK)?.status, text.status, trails.messageProblem(NETWORK)?.text].join('; ')
}

test('STAT-12 STAT-3 on a device whose clock is 40 days behind, the manager’s preview shows what riders read now', () => {
  // The form also works without the trails' data.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
  const now = Date.now()
  noteServerTime(new Date(now).toISOString())
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now - 40 * DAY_MS)
  // This cast is safe because the form reads only these fields of the site.
  const site = { timeZone: 'Australia/Hobart', statusAgeLimitHours: 72, networks: [NETWORK], areas: [] } as unknown as PageData['site']
  setPageData({ site, status: null })
  const closure = {
    id: '0190a000-0000-7000-8000-000000000101',
    networkId: NETWORK.id,
    trailId: null,
    section: null,
    level: 'Closed' as const,
    message: 'Bridge out',
    wayAround: '',
    startsAt: new Date(now - DAY_MS).toISOString(),
    endsAt: null,
    reopens: null,
  }
  const open = { [statusName(NETWORK)]: 'Open', [messageName(NETWORK)]: 'All trails open' }
  const values = withTrails(open, { words: {}, closures: [closure] })
  const { container } = render(<Preview values={values} />)
  expect(container.textContent).toBe('Closed; Closed; The message says “All trails open”, but all trails are closed.')
  // A closure that begins now can't end yesterday.
  const ended = withTrails(open, { words: {}, closures: [{ ...closure, startsAt: null, endsAt: closure.startsAt }] })
  expect([values, ended].map((of) => updateSchema([NETWORK], []).safeParse(of).success)).toEqual([true, false])
})

test('STAT-12 the screens of trail status read the time only from the app’s clock', () => {
  const files = Object.entries(
    import.meta.glob<string>(['../**/*.{ts,tsx}', '../../../parts/status/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter(([, text]) => /new Date\(\)|\bDate\.now\(\)/.test(text)).map(([path]) => path)).toEqual([])
})
