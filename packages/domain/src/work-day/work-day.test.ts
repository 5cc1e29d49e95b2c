import { expect, test } from 'vitest'
import { alongTheTrails, type JobPlace, wayBetween } from './job-order.ts'
import { resultOf, type WorkDay, type WorkDayPatch } from './work-day-kind.ts'
import { canSeeWorkDay, decideWorkDay } from './work-day-rules.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const NOW = new Date('2026-11-17T10:00:00.000Z')
const mara = { id: uuid(1), name: 'Mara', role: 2 }
const jo = { id: uuid(2), name: 'Jo', role: 1 }
const pat = { id: uuid(3), name: 'Pat', role: 1 }
const job = (n: number) => ({ actionId: uuid(n), what: 'Log', minutes: 30, tools: '' })
const DAY: WorkDayPatch = { title: 'Bay of Fires', startsAt: '2026-11-21T21:30:00.000Z', crew: [jo.id], jobs: [job(11), job(12)] }

const change = (current: WorkDay | null, patch: WorkDayPatch, actor = mara) =>
  decideWorkDay(current, { recordId: uuid(9), patch, recordedAt: NOW.toISOString() }, actor, NOW)
const why = (...args: Parameters<typeof change>) => {
  const decision = change(...args)
  return decision.ok ? null : decision.refusal.code
}
function made(patch: WorkDayPatch = DAY, current: WorkDay | null = null, actor = mara): WorkDay {
  const decision = change(current, patch, actor)
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision.record.record
}

test('WD1 lets only managers plan, change and delete work days', () => {
  expect(why(null, DAY)).toBeNull()
  expect(why(null, DAY, jo)).toBe('not-allowed')
  for (const patch of [{ title: 'Mine' }, { jobs: [] }, { deleted: true as const }]) {
    expect(why(made(), patch, jo), JSON.stringify(patch)).toBe('not-allowed')
    expect(why(made(), patch), JSON.stringify(patch)).toBeNull()
  }
})

test('WD2 shows a work day only to managers and the people assigned to it', () => {
  expect([mara, jo, pat].map((who) => canSeeWorkDay(who, made()))).toEqual([true, true, false])
  expect(canSeeWorkDay({ ...jo, role: 0 }, made())).toBe(false)
})

test('WD3 requires a title and a start before the end, and accepts each Action only once', () => {
  expect(why(null, { ...DAY, title: ' ' })).toBe('not-valid')
  expect(why(null, { title: 'No start' })).toBe('not-valid')
  expect(why(null, { ...DAY, backBy: DAY.startsAt })).toBe('not-valid')
  expect(why(null, { ...DAY, backBy: '2026-11-22T04:30:00.000Z' })).toBeNull()
  expect(why(null, { ...DAY, jobs: [job(11), job(11)] })).toBe('not-valid')
  expect(why(null, { ...DAY, jobs: [{ ...job(11), minutes: -1 }] })).toBe('not-valid')
})

test('WD4 accepts job reports from the day’s people, uses the newest report and records each one in the history', () => {
  const reported = (actionId: string, outcome: 'Done' | 'Not today', note = '') => ({ result: { actionId, outcome, note } })
  const first = change(made(), reported(uuid(11), 'Not today', 'No chainsaw'), jo)
  const once = first.ok ? first.record.record : made()
  expect(first).toMatchObject({ ok: true, record: { changes: { results: { after: { outcome: 'Not today', note: 'No chainsaw' } } } } })
  const twice = made(reported(uuid(11), 'Done'), once, mara)
  expect(twice.results).toHaveLength(1)
  expect(resultOf(twice, uuid(11))).toMatchObject({ outcome: 'Done', by: mara.id })
  expect(JSON.stringify(twice.results)).not.toContain('Mara')
  expect(why(made(), reported(uuid(11), 'Done'), pat)).toBe('not-allowed')
  expect(why(made(), reported(uuid(13), 'Done'), jo)).toBe('changed-since')
  expect(why(made(), reported(uuid(11), 'Not today'), jo)).toBe('not-valid')
})

const at = (trail: string | null, alongM: number, position: readonly [number, number]): JobPlace => ({
  position,
  onTrail: trail === null ? null : { trail, alongM },
})

test('WD5 orders jobs by trail and direction, then by the nearest next trail, with jobs without a location last', () => {
  const places: Record<string, JobPlace> = {
    far2: at('Far', 900, [148.3, -41.2]),
    near2: at('Near', 800, [148.01, -41.2]),
    unknown: null,
    near1: at('Near', 100, [148, -41.2]),
    off: at(null, 0, [148.02, -41.2]),
    far1: at('Far', 50, [148.29, -41.2]),
  }
  const order = alongTheTrails(['near2', 'far2', 'unknown', 'near1', 'off', 'far1'], (job) => places[job] ?? null)
  expect(order).toEqual(['near1', 'near2', 'off', 'far1', 'far2', 'unknown'])
  expect(alongTheTrails(['unknown'], () => null)).toEqual(['unknown'])
  expect(wayBetween(places.near1 ?? null, places.near2 ?? null)).toEqual({ metres: 700, isAlongTrail: true })
  expect(wayBetween(places.near2 ?? null, places.off ?? null)).toMatchObject({ isAlongTrail: false })
  expect(wayBetween(places.near2 ?? null, null)).toBeNull()
})
