import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { followPerson, whenDeviceOpens } from '#data/device/device-session.ts'
import { saveDraft } from '#data/drafts/draft.ts'
import { show } from '#testing/show.tsx'
import { WaitingList } from './waiting.tsx'

afterEach(() => act(() => followPerson(null)))

test('GEO-01 WORK-1 lists drafts of points, lines and work days, each with a link to its form', async () => {
  void followPerson({ id: crypto.randomUUID(), displayName: 'Mara' })
  const device = await whenDeviceOpens()
  for (const key of [
    'point new',
    'point new emergency-markers:BF20',
    'point 0190a000',
    'trail-line icarus',
    'action 0190a001',
    'work-day new',
    'work-day 0190a002',
  ])
    await saveDraft(device.db, key, {})
  show(<WaitingList />)
  const path = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await path(/^New point/)).toBe('/geopoints/add')
  expect(await path(/^Correction to BF20/)).toBe('/geopoints/add?replaces=emergency-markers%3ABF20')
  expect(await path(/^A point/)).toBe('/geopoints/edit/0190a000')
  expect(await path(/^A trail line/)).toBe('/geopoints/line/icarus')
  expect(await path(/^An Action/)).toBe('/actions/edit/0190a001')
  expect(await path(/^New work day/)).toBe('/work-days/add')
  expect(await path(/^A work day/)).toBe('/work-days/edit/0190a002')
})
