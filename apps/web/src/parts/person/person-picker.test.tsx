import { act, screen, waitFor } from '@testing-library/react'
import type { PageData } from '@trailwarden/site'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { followPerson, whenDeviceOpens } from '#data/device/device-session.ts'
import { setPageData } from '#data/page-data.ts'
import { forgetPerson, signedInAs } from '#data/session.ts'
import { show } from '../../testing/show.tsx'
import { NOBODY, PersonField } from './person-picker.tsx'

const person = (displayName: string, email: string, role = 1, disabled = false) => ({
  id: crypto.randomUUID(),
  displayName,
  email,
  phone: '',
  role,
  disabled,
  pictureId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
})

const PEOPLE = [
  person('Tom Ashby', 'mara@council.example'),
  person('Mara Lindqvist', 'ml@example.org'),
  person('Mara Lind', 'mara.lind@example.org'),
  person('Gone Away', 'gone@example.org', 1, true),
  person('Priya Nair', 'priya@example.org', 2),
]

afterEach(() =>
  act(() => {
    forgetPerson()
    void followPerson(null)
  }),
)

function Field({ people, most }: { people: typeof PEOPLE; most: number | undefined }) {
  const [chosen, setChosen] = useState<string[]>([''])
  const names = chosen.map((id) => people.find((one) => one.id === id)?.displayName ?? 'Nobody').join(', ')
  const pick = (id: string) => setChosen((before) => (most ? [...before, id].filter(Boolean) : [id]))
  return <PersonField label="Assigned to" shown={names} chosen={chosen} extra={[NOBODY]} onPick={pick} {...(most && { most })} />
}

async function showField({ role = 2, people = PEOPLE, most }: { role?: number; people?: typeof PEOPLE; most?: number } = {}) {
  setPageData({
    site: { roleTitles: ['Visitor', 'Member', 'Manager', 'Coordinator', 'Administrator'] },
    status: null,
  } as unknown as PageData)
  const me = person('Max Manager', 'max@example.org', role)
  act(() => signedInAs(me))
  void followPerson(me)
  const device = await whenDeviceOpens()
  const documents = [me, ...people].map((data, i) => ({ kind: 'person' as const, id: data.id, version: i + 1, data }))
  const page = { epoch: 'e1', role, reset: true, cursor: 'c1', documents, removed: [], more: false }
  await device.store.absorb({ ...page, personId: me.id } as never, { cursor: null, acks: 0, calmMs: 0 })
  const { user } = show(<Field people={people} most={most} />)
  const field = () => screen.getByText('Assigned to').parentElement?.querySelector('button')?.textContent
  await user.click(screen.getByRole('button', { name: 'Assigned to Nobody' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe('Loading people'))
  return { user, field }
}

const options = () => screen.queryAllByRole('option').map((option) => option.querySelector('b')?.textContent)
const status = () => screen.getByRole('status').textContent
const isOpen = () => screen.queryByRole('dialog') !== null

test('ASG-1 lists the current person, then managers, then everyone else who can log in, with their addresses', async () => {
  await showField()
  expect(options()).toEqual(['Nobody', 'Max Manager', 'Priya Nair', 'Mara Lind', 'Mara Lindqvist', 'Tom Ashby'])
  expect(screen.getByRole('option', { name: /Priya Nair/ }).textContent).toContain('Manager · priya@example.org')
})

test('ASG-1 Enter selects nobody and explains why if the name is ambiguous (“Mara”), and selects the person if it isn’t', async () => {
  const { user, field } = await showField()
  await user.keyboard('Mara{Enter}')
  expect(isOpen()).toBe(true)
  expect(options()).toEqual(['Mara Lind', 'Mara Lindqvist', 'Tom Ashby'])
  expect(status()).toBe('No one chosen. 3 people match “Mara”. Keep typing, or use the arrow keys.')
  await user.keyboard(' lind{Enter}')
  expect(isOpen()).toBe(false)
  expect(field()).toBe('Mara Lind')
})

test('ASG-1 selects the person highlighted with the arrow keys on Enter', async () => {
  const { user, field } = await showField()
  await user.keyboard('mara{ArrowDown}{ArrowDown}')
  const active = screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.textContent).toContain('Mara Lindqvist')
  await user.keyboard('{Enter}')
  expect(field()).toBe('Mara Lindqvist')
})

test('ASG-1 selects nobody on Enter if the field is empty or only part of an address matches', async () => {
  const { user, field } = await showField()
  await user.keyboard('{Enter}')
  expect(status()).toBe('No one chosen. Type a name, or use the arrow keys.')
  await user.keyboard('council{Enter}')
  expect(status()).toBe('No one chosen. “council” matches only email addresses. Use the arrow keys to choose.')
  await user.keyboard('x')
  expect(status()).toBe('No one matches “councilx”. Check the spelling.')
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  expect(field()).toBe('Nobody')
})

test('ASG-1 selects several people one after another, up to the limit', async () => {
  const { user, field } = await showField({ most: 2 })
  await user.keyboard('priya{Enter}')
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
  await user.click(screen.getByRole('option', { name: /Tom Ashby/ }))
  await user.click(screen.getByRole('option', { name: /Mara Lind / }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(field()).toBe('Priya Nair, Tom Ashby')
})

test('ASG-1 shows 50 of 2,000 people, and how many more there are', async () => {
  const crowd = Array.from({ length: 1998 }, (_, i) => person(`Rider ${String(i).padStart(4, '0')}`, `r${i}@example.org`))
  const { user } = await showField({ people: crowd })
  expect(options()).toHaveLength(50)
  expect(status()).toBe('… and 1,950 more. Keep typing.')
  await user.keyboard('rider 1234')
  expect(options()).toEqual(['Rider 1234'])
  expect(status()).toBe('1 person')
})

test('ASG-1 doesn’t show members other people or any addresses', async () => {
  await showField({ role: 1 })
  expect(options()).toEqual(['Nobody'])
  expect(document.body.textContent).not.toContain('@')
})
