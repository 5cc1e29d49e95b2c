import type { PublicStatus } from '@trailwarden/domain'
import type { PageData } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { createStore } from '#lib/store.ts'
import { STORAGE_KEY } from '../page-data.ts'
import { createStatusKeeper } from './status-keeper.ts'

// Only a complete page can be read from storage again.
const [site = ''] = Object.values(import.meta.glob<string>('/sites/demo-park/site.json', { query: '?raw', import: 'default', eager: true }))

const at = (hours: number) => new Date(Date.parse('2026-06-01T12:00:00Z') + hours * 3_600_000).toISOString()
const status = (word: 'Open' | 'Closed', orderNumber: number): PublicStatus => ({
  asOf: at(orderNumber),
  postedAt: at(orderNumber),
  orderNumber,
  epoch: 'one',
  networks: [{ id: 'n', name: 'North', status: word, message: '', postedAt: at(orderNumber) }],
})

function twoTabs() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const waiting: (() => Promise<void>)[] = []
  const lock = (act: () => Promise<void>) => new Promise<void>((done) => waiting.push(() => act().then(done)))
  const createTab = () => {
    const shown = createStore<PageData | null>({ site: JSON.parse(site), status: status('Open', 1) })
    const announced: PublicStatus[] = []
    const announce = (one: PublicStatus) => void announced.push(one)
    return { shown, announced, keeper: createStatusKeeper({ shown, storage, lock, announce, readPushed: async () => null }) }
  }
  const grant = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  const numberIn = (data: PageData | null) => data?.status?.orderNumber
  return {
    tabs: [createTab(), createTab()] as const,
    grant,
    storedNumber: () => numberIn(JSON.parse(stored.get(STORAGE_KEY) ?? 'null')),
    numberIn,
    stored,
  }
}

test('STAT-9 doesn’t let a tab that missed the latest update overwrite it with an older one; the tab then shows the latest', async () => {
  const { tabs, grant, storedNumber, numberIn } = twoTabs()
  const [first, second] = tabs
  void first.keeper.receive(status('Closed', 3))
  await grant()
  expect(storedNumber()).toBe(3)
  void second.keeper.receive(status('Open', 2))
  await grant()
  expect(storedNumber()).toBe(3)
  expect(numberIn(second.shown.get())).toBe(3)
})

test('STAT-9 keeps the status that another tab stores while this tab waits for the lock', async () => {
  const { tabs, grant, storedNumber, numberIn } = twoTabs()
  const [first, second] = tabs
  void second.keeper.receive(status('Open', 2))
  void first.keeper.receive(status('Closed', 3))
  expect(numberIn(second.shown.get())).toBe(2)
  await grant()
  void second.keeper.receive(status('Open', 2))
  await grant()
  expect([storedNumber(), numberIn(first.shown.get()), numberIn(second.shown.get())]).toEqual([3, 3, 3])
})

test('STAT-9 shows a new status before storing it, and announces it to the other tabs once', async () => {
  const { tabs, grant, numberIn, stored } = twoTabs()
  const [first] = tabs
  void first.keeper.receive(status('Closed', 3))
  expect(numberIn(first.shown.get())).toBe(3)
  expect(stored.size).toBe(0)
  await grant()
  void first.keeper.receive(status('Closed', 3))
  await grant()
  expect(first.announced.map(({ orderNumber }) => orderNumber)).toEqual([3])
})

test('STAT-9 stores a tab’s status again if another tab has overwritten it with an older update', async () => {
  const { tabs, grant, storedNumber, stored } = twoTabs()
  const [first] = tabs
  void first.keeper.receive(status('Closed', 3))
  await grant()
  stored.set(STORAGE_KEY, JSON.stringify({ site: JSON.parse(site), status: status('Open', 2) }))
  void first.keeper.receive(status('Open', 2))
  await grant()
  expect(storedNumber()).toBe(3)
})
