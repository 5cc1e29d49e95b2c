import { screen } from '@testing-library/react'
import type { BillingState } from '@trailwarden/api'
import type { PageData } from '@trailwarden/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { signedInAs } from '#data/session.ts'
import { show } from '#testing/show.tsx'
import { ToastList } from '#ui/feedback/toast-list.tsx'
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
const plan = {
  price: 'price_1',
  headline: 'Crew',
  prices: ['$12 a month', '$120 a year'],
  features: [{ type: 'paragraph', children: ['Post trail updates'] }],
}
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
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`)
    return answers[`${method} ${path}`]?.() ?? Response.error()
  })
  // The cast is safe because the screen uses only the site's time zone.
  setPageData({ site: { timeZone: 'Australia/Hobart' } as PageData['site'], status: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open(role: number, state: BillingState, answer = () => Response.json(state)) {
  signedInAs({ ...person, role })
  answers['GET /api/me'] = () => Response.json({ person: { ...person, role } })
  answers['GET /api/billing'] = answer
  return show(
    <>
      <Billing />
      <ToastList />
    </>,
  )
}
const unavailable = () =>
  new Response(JSON.stringify({ code: 'unavailable', detail: 'x' }), {
    status: 503,
    headers: { 'content-type': 'application/problem+json' },
  })

test('PWA-04 shows that the device is offline, and sends no requests', async () => {
  isOnline = false
  open(1, none)
  expect(screen.getByText('You are offline. Connect to the internet to manage your billing.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('BILL-01 shows a member each plan with its headline, price, features and Subscribe button', async () => {
  open(1, none)
  expect(await screen.findByRole('heading', { name: 'Crew' })).toBeTruthy()
  for (const text of ['$12 a month', '$120 a year', 'Post trail updates']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Subscribe: Crew' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Manage Billing' })).toBeNull()
})

test('BILL-01 shows the subscription with Manage Billing and without Subscribe to roles above member', async () => {
  open(2, { ...none, subscription, isCustomer: true })
  expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeTruthy()
  for (const text of ['Crew', 'Active', 'Renews']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Manage Billing' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Subscribe/ })).toBeNull()
})

test('BILL-01 shows that a discontinued plan’s trial is ending, and that a role without a subscription costs nothing', async () => {
  open(2, { ...none, subscription: { ...subscription, headline: null, status: 'trialing', isEnding: true }, isCustomer: true })
  for (const text of ['No longer offered', 'On trial', 'Ends']) expect(await screen.findByText(text)).toBeTruthy()
  open(3, none)
  expect(await screen.findByText('You don’t have a subscription. A manager gave you your role, so there’s nothing to pay.')).toBeTruthy()
})

test('BILL-02 shows an error and lets the person tap Subscribe again', async () => {
  const { user } = open(1, none)
  answers['POST /api/billing/checkout'] = unavailable
  const subscribe = await screen.findByRole('button', { name: 'Subscribe: Crew' })
  await user.click(subscribe)
  expect(await screen.findByText('An error occurred: The service is temporarily unavailable. Try again soon.')).toBeTruthy()
  expect(subscribe).toHaveProperty('disabled', false)
})

test('BILL-02 shows why billing can’t be loaded, and Try again loads it', async () => {
  const { user } = open(1, none, unavailable)
  expect(await screen.findByText('An error occurred: The service is temporarily unavailable. Try again soon.')).toBeTruthy()
  answers['GET /api/billing'] = () => Response.json(none)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Crew' })).toBeTruthy()
})
