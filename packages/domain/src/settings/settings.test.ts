import { expect, test } from 'vitest'
import type { Actor } from '../person/person.ts'
import { decideSettings, projectSettings, SETTINGS_ID, Settings } from './settings-kind.ts'

const manager: Actor = { id: '0190a000-0000-7000-8000-000000000002', name: 'Ranger', role: 2 }
const member: Actor = { id: '0190a000-0000-7000-8000-000000000001', name: 'Sam', role: 1 }
const reviewer = { id: manager.id, name: 'Ranger', email: 'ranger@example.org', role: 2 }
const now = new Date('2026-01-01T00:00:00.000Z')
const nothing: Settings = {
  id: SETTINGS_ID,
  reviewerId: null,
  reviewerName: null,
  reviewerEmail: null,
  version: 0,
  updatedAt: null,
  updatedBy: null,
  updatedByName: null,
}

const decide = (patch: unknown, actor = manager, named: typeof reviewer | null = reviewer) =>
  decideSettings(nothing, patch, actor, named, now)

test('SE1 lets only managers change settings', () => {
  expect(decide({ reviewerId: reviewer.id }, member)).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
})

test('SE2 SET-01 requires a manager as default hazard reviewer, and copies their name and address', () => {
  const decision = decide({ reviewerId: reviewer.id })
  expect(decision).toMatchObject({ ok: true, record: { record: { reviewerName: 'Ranger', reviewerEmail: reviewer.email, version: 1 } } })
  if (decision.ok) {
    expect(Settings.parse(decision.record.record)).toEqual(decision.record.record)
    const again = decideSettings(decision.record.record, { reviewerId: reviewer.id }, manager, reviewer, now)
    expect(again).toMatchObject({ ok: true, record: { record: { version: 1 }, changes: {} } })
  }
  for (const [patch, named] of [
    [{ reviewerId: null }, reviewer],
    [{}, reviewer],
    [{ reviewerId: reviewer.id, reviewerName: 'Boss' }, reviewer],
    [{ reviewerId: reviewer.id }, null],
    [{ reviewerId: reviewer.id }, { ...reviewer, role: 1 }],
  ] as const)
    expect(decide(patch, manager, named), JSON.stringify(patch)).toMatchObject({ ok: false, refusal: { code: 'not-valid' } })
})

test('SE3 shows the reviewer’s address only to managers and the reviewer', () => {
  const settings = { ...nothing, reviewerId: reviewer.id, reviewerName: 'Ranger', reviewerEmail: reviewer.email }
  expect(projectSettings(settings, member)).toEqual({ ...settings, reviewerEmail: null })
  expect(projectSettings(settings, { ...member, id: reviewer.id })).toEqual(settings)
  expect(projectSettings(settings, manager)).toEqual(settings)
})
