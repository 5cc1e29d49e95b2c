import { decideBriefLink, isBriefLinkOpen } from '@trailwarden/domain'
import { expect, test } from 'vitest'
import { BriefLinkRequest } from './responder-brief.ts'

const now = new Date('2026-11-15T10:00:00Z')
const markers = [{ code: 'BF17' }]

test('E14 lets managers create links to existing posts, and the links expire after 1 to 72 hours', () => {
  const made = decideBriefLink({ role: 2 }, { code: 'bf 17', hours: 4 }, markers, now)
  expect(made).toEqual({ ok: true, record: { marker: markers[0], expiresAt: new Date('2026-11-15T14:00:00Z') } })
  expect(decideBriefLink({ role: 1 }, { code: 'BF17', hours: 4 }, markers, now)).toMatchObject({ refusal: { code: 'not-allowed' } })
  expect(decideBriefLink({ role: 2 }, { code: 'BF18', hours: 4 }, markers, now)).toMatchObject({ refusal: { code: 'not-found' } })
  for (const hours of [0, -1, 73, 1.5]) expect(BriefLinkRequest.safeParse({ code: 'BF17', hours }).success, String(hours)).toBe(false)
  const expiresAt = new Date('2026-11-15T14:00:00Z')
  expect(isBriefLinkOpen({ expiresAt }, new Date('2026-11-15T13:59:59.999Z'))).toBe(true)
  expect(isBriefLinkOpen({ expiresAt }, expiresAt)).toBe(false)
})
