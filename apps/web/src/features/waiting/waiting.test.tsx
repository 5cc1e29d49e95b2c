import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { followPerson, whenDeviceOpens } from '#data/device-session.ts'
import { saveDraft } from '#data/draft.ts'
import { show } from '#testing/show.tsx'
import { WaitingList } from './waiting.tsx'

afterEach(() => act(() => followPerson(null)))

test('GEO-01 what was begun of points and lines is listed, and each leads back to its form', async () => {
  void followPerson({ id: crypto.randomUUID(), displayName: 'Mara' })
  const device = await whenDeviceOpens()
  for (const key of ['point new', 'point new emergency-markers:BF20', 'point 0190a000', 'trail-line icarus', 'action 0190a001'])
    await saveDraft(device.db, key, {})
  show(<WaitingList />)
  const path = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await path(/^New point/)).toBe('/geopoints/add')
  expect(await path(/^Correction of BF20/)).toBe('/geopoints/add?replaces=emergency-markers%3ABF20')
  expect(await path(/^A point/)).toBe('/geopoints/edit/0190a000')
  expect(await path(/^The line of a trail/)).toBe('/geopoints/line/icarus')
  expect(await path(/^An action/)).toBe('/actions/edit/0190a001')
})
