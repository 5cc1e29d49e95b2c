import { cleanup, screen, within } from '@testing-library/react'
import type { GuidePage, PageData } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import { show } from '#testing/show.tsx'
import { GuideArticle } from './guide-article.tsx'

const createPage = (changes: Partial<GuidePage> = {}): GuidePage => ({
  path: 'emergency',
  name: 'Emergency Information',
  group: 'Trail Safety',
  order: 1,
  updated: '15-Nov-2026',
  author: 'Trailwarden',
  headings: [],
  nodes: [{ type: 'paragraph', children: ['Stop.'] }],
  text: 'Stop.',
  ...changes,
})

const contacts = [
  { title: 'Trail manager', note: 'Closures and damage', email: 'trails@example.org' },
  { title: 'Shuttle', phone: '+61 491 570 006', url: 'https://www.example.org/shuttle' },
  { title: 'Emergency', phone: '000' },
]
/** This cast is safe because a guide page reads only these fields of the site data. */
const createSite = (sample: boolean) =>
  setPageData({ site: { sample, contacts, emergencyNumber: '000' } as unknown as PageData['site'], status: null })

test('UX-1.5 marks every guide page of a sample network as not approved, but doesn’t mark help pages', () => {
  const text = 'Sample text, not approved by the trail manager'
  createSite(true)
  show(<GuideArticle page={createPage()} book="information" />)
  expect(screen.getByRole('note').textContent).toBe(text)
  screen.getByText('Trail Safety · Updated 15-Nov-2026 by Trailwarden')
  cleanup()
  show(<GuideArticle page={createPage({ name: 'Help' })} book="help" />)
  screen.getByRole('heading', { name: 'Help' })
  expect(screen.queryByText(text)).toBeNull()
  cleanup()
  createSite(false)
  show(<GuideArticle page={createPage({ name: 'Approved' })} book="information" />)
  screen.getByRole('heading', { name: 'Approved' })
  expect(screen.queryByText(text)).toBeNull()
})

test('UX-2.12 shows the contacts from site.json on the contacts page, each with phone, email and website', () => {
  createSite(false)
  show(<GuideArticle page={createPage({ path: 'contacts', name: 'Contacts' })} book="information" />)
  const [manager, shuttle, emergency] = screen.getAllByRole('listitem')
  if (!manager || !shuttle || !emergency) throw new Error('expected three contacts')
  expect(manager.textContent).toContain('Closures and damage')
  expect(within(manager).getByRole('link', { name: 'trails@example.org' }).getAttribute('href')).toBe('mailto:trails@example.org')
  expect(within(shuttle).getByRole('link', { name: '+61 491 570 006' }).getAttribute('href')).toBe('tel:+61491570006')
  expect(within(shuttle).getByRole('link', { name: 'example.org' }).getAttribute('href')).toBe('https://www.example.org/shuttle')
  // The emergency number in the guide is a button that asks for confirmation before calling.
  expect(within(emergency).getByText('000').textContent).toBe('000')
  cleanup()
  show(<GuideArticle page={createPage()} book="information" />)
  expect(screen.queryAllByRole('listitem')).toEqual([])
})
