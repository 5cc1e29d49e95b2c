import { screen } from '@testing-library/react'
import type { BillingState } from '@trailwarden/api'
import type { PageData } from '@trailwarden/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { signedInAs } from '#data/session.ts'
import { show } from '#testing/show.tsx'
import { ToastList } from '#ui/toast-list.tsx'
import { Billing } from './billing.tsx'

const person = {
  id: '00000000-0000-4000-8000-000000000001',
  displayName: 'Sam Member',
  email: 'sam@example.org',
  phone: '',
  role: 1,
  disabled: false,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const plan = { price: 'price_1', headline: 'Crew', prices: ['$12 a month', '$120 a year'], features: ['Post trail updates'] }
const none: BillingState = { plans: [plan], subscription: null, isCustomer: false }
const subscription = { headline: 'Crew', status: 'active', periodEnd: '2026-12-16T02:00:00.000Z', isEnding: false }

let isOnline = true
let asked: string[]
let answers: Record<string, () => Response>
beforeEach(() => {
  isOnline = true
  asked = []
  answers = {}
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  // The network at the edge of the app.
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return answers[`${method} ${path}`]?.() ?? Response.error()
  })
  // Safe: of the site only its time zone is read here.
  setPageData({ site: { timeZone: 'Australia/Hobart' } as PageData['site'], status: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The screen as a person of this role sees it. */
function open(role: number, state: BillingState, answer = () => Response.json(state)) {
  signedInAs({ ...person, role })
  answers['GET /api/me'] = () => Response.json({ person: { ...person, role } })
  answers['GET /api/billing'] = answer
  return show(
    <>
      <Billing showBlocks={(blocks) => <p>{JSON.stringify(blocks)}</p>} />
      <ToastList />
    </>,
  )
}
const unavailable = () =>
  new Response(JSON.stringify({ code: 'unavailable', detail: 'x' }), {
    status: 503,
    headers: { 'content-type': 'application/problem+json' },
  })

test('PWA-04 without signal the screen says so, and asks nobody', async () => {
  isOnline = false
  open(1, none)
  expect(screen.getByText('You are offline. Connect to the internet to manage your billing.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('BILL-01 a member sees headline, prices and features of each plan, and Subscribe', async () => {
  open(1, none)
  expect(await screen.findByRole('heading', { name: 'Crew' })).toBeTruthy()
  for (const text of ['$12 a month', '$120 a year', '["Post trail updates"]']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Subscribe: Crew' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manage Billing' })).toBeNull()
})

test('BILL-01 above a member the subscription is shown with Manage Billing; a role that was given needs none', async () => {
  open(2, { ...none, subscription, isCustomer: true })
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeTruthy()
  for (const text of ['Crew', 'Active', 'Renews']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Subscribe/ })).toBeNull()
})

test('BILL-01 a plan that ends, on trial, no longer offered; and a role without any', async () => {
  open(2, { ...none, subscription: { ...subscription, headline: null, status: 'trialing', isEnding: true }, isCustomer: true })
  for (const text of ['No longer offered', 'On trial', 'Ends']) expect(await screen.findByText(text)).toBeTruthy()
  open(3, none)
  expect(await screen.findByText('You have no subscription. Your role was given to you and costs nothing.')).toBeTruthy()
})

test('BILL-02 what goes wrong is said, and Subscribe can be pressed again', async () => {
  const { user } = open(1, none)
  answers['POST /api/billing/checkout'] = unavailable
  const subscribe = await screen.findByRole('button', { name: 'Subscribe: Crew' })
  await user.click(subscribe)
  expect(await screen.findByText('An error occurred: The service is out of reach for a moment. Try again.')).toBeTruthy()
  expect(subscribe).toHaveProperty('disabled', false)
})

test('BILL-02 billing that cannot be read says why, and Try again reads it', async () => {
  const { user } = open(1, none, unavailable)
  expect(await screen.findByText('An error occurred: The service is out of reach for a moment. Try again.')).toBeTruthy()
  answers['GET /api/billing'] = () => Response.json(none)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Crew' })).toBeTruthy()
})
