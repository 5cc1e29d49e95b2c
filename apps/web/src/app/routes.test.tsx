import { appPathExamples, isAppPath } from '@trailwarden/api'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { FRAMES } from './frames.tsx'
import { laterRoutes } from './later-routes.tsx'
import { routes } from './routes.tsx'
import type { RouteHandle } from './shell/shell.tsx'
import { tabsOf } from './tabs.ts'

/** Pages that the server itself renders, and the page for addresses that don't exist. */
const OWN_PAGES = ['/', '/emergency', '/m/*', '/trails/:slug?', '*', '/404']

const screens = [...(routes[0]?.children ?? []), ...laterRoutes]

/** The pattern `/a/:b?` matches two addresses, so it has two examples. */
const examplesOf = (path: string): string[] =>
  (path.includes('?') ? [path.replace(/\/:\w+\?/, ''), path.replace('?', '')] : [path]).map((one) => one.replaceAll(':', ''))

test('ROUTE-04 the server knows the path of every screen and no others', () => {
  const paths = screens.flatMap(({ path = '' }) => (OWN_PAGES.includes(path) ? [] : examplesOf(path)))
  const tabs = (['actions', 'account', 'management'] as const).flatMap(tabsOf)
  const addresses = [...paths, ...tabs.map(({ page, path }) => `/${page}/${path}`)]
  expect(addresses.length).toBeGreaterThan(50)
  expect(addresses.filter((address) => !isAppPath(address))).toEqual([])
  const isScreen = (address: string) => {
    const [match] = matchRoutes(screens as RouteObject[], address)?.slice(-1) ?? []
    return match !== undefined && !OWN_PAGES.includes(match.route.path ?? '')
  }
  expect(appPathExamples().filter((address) => !isScreen(address) && !isTab(address))).toEqual([])
})

test('every frame has the title and size of its screen', () => {
  for (const [path, frame] of Object.entries(FRAMES)) {
    const handle: RouteHandle | undefined = screens.find((screen) => screen.path === path)?.handle
    expect([path, frame.title, frame.fills]).toEqual([path, handle?.title, handle?.fills])
  }
})

const isTab = (address: string) => /^\/(actions|account|management)\/tab/.test(address)
