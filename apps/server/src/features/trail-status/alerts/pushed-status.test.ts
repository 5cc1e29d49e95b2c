import { randomUUID } from 'node:crypto'
import type { PushedNews } from '@trailwarden/api'
import { type Closure, type PublicStatus, trailAt } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { PUSH_MAX_BYTES, withStatus } from './pushed-status.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const news: PushedNews = {
  title: 'North is partially open',
  body: 'é'.repeat(300),
  path: '/',
  alertsId: randomUUID(),
  kind: 'network',
  topic: 'n',
}

const closure = (trail: number, more: Partial<Closure> = {}): Closure => ({
  id: randomUUID(),
  networkId: 'n',
  trailId: `trail-${trail}`,
  section: null,
  level: 'Closed',
  message: 'A long story about trees. '.repeat(4),
  wayAround: '',
  startsAt: '2026-05-30T00:00:00.000Z',
  endsAt: null,
  reopens: null,
  ...more,
})

const status = (closures: Closure[], message = 'Soft after rain.'): PublicStatus => ({
  asOf: NOW.toISOString(),
  postedAt: '2026-05-31T00:00:00.000Z',
  orderNumber: 7,
  epoch: randomUUID(),
  notices: [{ id: randomUUID() }],
  networks: [{ id: 'n', name: 'North', status: 'Partially Open', message, postedAt: '2026-05-31T00:00:00.000Z', base: 'Open' }],
  ...(closures.length > 0 && { closures }),
})

const sizeOf = (pushed: PushedNews) => Buffer.byteLength(JSON.stringify(pushed))
const trailIn = ({ status: pushed }: PushedNews, id: number) => trailAt(pushed ?? null, { id: `trail-${id}`, networkId: 'n' }, NOW)

test('STAT-9 a push contains the whole status, except notices, if it fits', () => {
  const { notices: _, ...whole } = status([closure(1)])
  expect(withStatus(news, { ...whole, notices: [] }).status).toEqual(whole)
})

test('STAT-9 a status that doesn’t fit loses its messages first, then sections, then trails, and is marked as shortened', () => {
  const half = { from: 'P1', to: 'P2' }
  const withoutTexts = withStatus(
    news,
    status(
      [1, 2, 3, 4, 5, 6, 7, 8].map((id) => closure(id, { section: half })),
      'x'.repeat(500),
    ),
  )
  expect(withoutTexts.status).toMatchObject({ isShortened: true, orderNumber: 7, networks: [{ status: 'Partially Open', message: '' }] })
  expect(trailIn(withoutTexts, 6)).toMatchObject({ status: 'Partially Open', closures: [{ section: half }] })

  const planned = closure(40, { startsAt: '2026-06-02T00:00:00.000Z' })
  const trails = Array.from({ length: 20 }, (_, id) => closure(id, id % 2 ? { section: half } : {}))
  const withoutSections = withStatus(news, status([...trails, planned]))
  expect(trailIn(withoutSections, 0).status).toBe('Closed')
  expect(trailIn(withoutSections, 1)).toMatchObject({ status: 'Partially Open', closures: [] })
  expect(trailIn(withoutSections, 39).status).toBe('Open')
  expect(trailIn(withoutSections, 40).planned).toHaveLength(1)

  const networksOnly = withStatus(news, status(Array.from({ length: 300 }, (_, id) => closure(id))))
  expect(networksOnly.status?.networks[0]?.status).toBe('Partially Open')
  // Every trail's status is unknown rather than Open.
  expect(trailIn(networksOnly, 1).status).toBe(null)

  for (const pushed of [withoutTexts, withoutSections, networksOnly]) expect(sizeOf(pushed)).toBeLessThanOrEqual(PUSH_MAX_BYTES)
})
