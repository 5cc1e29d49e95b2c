import { cleanup, screen } from '@testing-library/react'
import type { Action } from '@trailwarden/domain'
import type { Report } from '@trailwarden/domain/report/report-kind'
import type { PageData } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { show } from '#testing/show.tsx'
import { SimilarReports } from './similar-reports.tsx'

const at = (accuracyM: number | null) => ({ latitude: -41.3, longitude: 148.2, accuracyM })

/** Returns the distance that is shown to an Action 120 m away. */
function distanceTo(reported: number | null, action: number | null): string {
  // These casts are safe, because the list shows no other fields.
  const report = { id: 'r', place: at(reported) } as Report
  const one = {
    id: 'a',
    number: '0012',
    description: 'Tree down',
    rating: 'High',
    photos: [] as Action['photos'],
    createdAt: new Date().toISOString(),
    place: at(action),
  } as Action
  // This cast is safe, because the list uses only the site's time zone.
  setPageData({ site: { timeZone: 'Australia/Hobart' } as PageData['site'], status: null })
  show(<SimilarReports report={report} similar={{ actions: [{ one, metres: 120 }], reports: [] }} onDecided={() => {}} />)
  const text = screen.getByText(/0012 · /).textContent
  cleanup()
  return text.split(' · ')[1] ?? ''
}

test('EMG-R2 the distance under Already reported? is no more precise than the less accurate location', () => {
  expect(distanceTo(8, 5)).toBe('120 m away')
  expect(distanceTo(60, null)).toBe('about 100 m away')
  expect(distanceTo(8, 350)).toBe('within 500 m')
  expect(distanceTo(5000, 5)).toBe('distance unknown')
})
