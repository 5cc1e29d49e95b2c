import { afterEach, expect, test } from 'vitest'
import { dropReportDraft, readReportDraft, writeReportDraft } from './report-draft.ts'

const NOW = Date.parse('2026-11-17T10:00:00Z')
const DRAFT = { category: 'Fallen tree' as const, words: 'Right across', contact: '', canHurt: true, place: null }
const HOUR_MS = 3_600_000

afterEach(() => dropReportDraft())

test('ACT-01 what was written and not sent is there for a day, and no longer', () => {
  writeReportDraft(DRAFT, NOW)
  expect(readReportDraft(NOW + 23 * HOUR_MS)).toMatchObject(DRAFT)
  expect(readReportDraft(NOW + 24 * HOUR_MS)).toBeNull()
  // It is gone, not only passed over: it may hold an email address.
  expect(readReportDraft(NOW)).toBeNull()
})

test('ACT-01 a draft of the future, or of another version, is none', () => {
  writeReportDraft(DRAFT, NOW)
  expect(readReportDraft(NOW - HOUR_MS)).toBeNull()
  localStorage.setItem('report:draft', '{"words":1}')
  expect(readReportDraft(NOW)).toBeNull()
})
