import type { PageData } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { setPageData } from '#data/page-data.ts'
import type { Feature } from '#parts/feature.ts'
import { FEATURES } from './features.ts'
import { QUICK_ADD } from './shell/menu/quick-add-items.ts'
import { barTabs, guardOf, sectionsOf, tabsOf } from './tabs.ts'

// The cast is safe because the tabs depend only on whether the site sells plans.
const siteWith = (billing?: object) => setPageData({ site: { billing }, status: null } as unknown as PageData)

const descriptions = import.meta.glob<Record<string, Feature>>('../features/*/index.ts', { eager: true })

test('lists every feature that has a description, each once', () => {
  const described = Object.values(descriptions).flatMap((module) => Object.values(module))
  expect(described.length).toBeGreaterThan(10)
  expect(described.filter((feature) => !FEATURES.includes(feature))).toEqual([])
  const names = FEATURES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('no two features have the same screen or tab', () => {
  const paths = FEATURES.flatMap(({ screens = [], tabs = [] }) => [
    ...screens.map(({ path }) => path),
    ...tabs.map(({ page, path }) => `/${page}/${path}`),
  ])
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
})

test('shows tabs in the order of the features, and quick-add entries in their own order', () => {
  siteWith()
  const titles = (page: 'actions' | 'account' | 'management') => barTabs(tabsOf(page)).map(({ title }) => title)
  expect(titles('actions')).toEqual(['Outstanding Actions', 'All Actions', 'My Actions'])
  const management = ['Overview', 'Users', 'Reports', 'Work days', 'Points', 'Updates', 'Notices', 'Settings', 'Audit log']
  expect(titles('management')).toEqual(management)
  const quickAdd = ['Add an Action', 'Post an update', 'Post a notice', 'Add a point', 'Add a user']
  expect(QUICK_ADD.map(({ title }) => title)).toEqual(quickAdd)
})

test('a tab lists its sections on each of them, and a tab without sections has no list', () => {
  siteWith()
  const tabs = tabsOf('management')
  const sectionsAt = (path: string) => {
    const tab = tabs.find((one) => one.path === path)
    return tab && sectionsOf(tabs, tab)?.sections.map(({ section, title }) => section?.title ?? title)
  }
  for (const path of ['settings', 'settings/sign-in', 'settings/keys'])
    expect(sectionsAt(path)).toEqual(['General', 'Login', 'Keys and webhooks'])
  expect(sectionsAt('users')).toBeUndefined()
})

test('the billing tab exists only on sites that sell plans', () => {
  const tabs = tabsOf('account')
  const billing = tabs.find(({ path }) => path === 'billing')
  const titles = () => barTabs(tabs).map(({ title }) => title)
  // The cast is safe because without plans, the guard doesn't use the request.
  const answer = () => billing && (guardOf(billing) as () => Response)()
  siteWith()
  expect(titles()).toEqual(['Details', 'Profile', 'Settings'])
  expect(answer()?.headers.get('Location')).toBe('/404')
  siteWith({ plans: [] })
  expect(titles()).toEqual(['Details', 'Profile', 'Settings', 'Billing'])
})
