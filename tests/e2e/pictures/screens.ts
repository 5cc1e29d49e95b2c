import type { BrowserContext, Page } from '@playwright/test'
import type { Sample } from '../helpers/people.ts'
import { positionOf } from '../helpers/places.ts'

export type Screen = {
  name: string
  title: string
  path: string
  who?: Sample
  prepare?: (page: Page, context: BrowserContext) => Promise<unknown>
  /** The screen has no desktop screenshots. */
  phoneOnly?: true
}

async function standAt(context: BrowserContext, page: Page, code: string) {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...(await positionOf(page, code)), accuracy: 6 })
}

const atPost = async (page: Page, context: BrowserContext) => {
  await standAt(context, page, 'BF17')
  await page.reload()
}

/** A map within a page starts after the page. */
const mapDrawn = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('map drawn').length > 0)

export const SCREENS: readonly Screen[] = [
  { name: 'home-visitor', title: 'Home, for a visitor', path: '/' },
  { name: 'home-member', title: 'Home, for a member', path: '/', who: 'member' },
  { name: 'home-manager', title: 'Home, for a manager', path: '/', who: 'manager' },
  { name: 'map-overview', title: 'The map at first: all networks', path: '/map' },
  { name: 'map-mid', title: 'The map at zoom 13', path: '/map#-41.19,148.10,13' },
  { name: 'map-near', title: 'The map at zoom 15', path: '/map#-41.182,148.118,15' },
  {
    name: 'map-layers',
    title: 'What the map shows',
    path: '/map#-41.19,148.10,13',
    prepare: (page) => page.getByRole('button', { name: 'Layers' }).click(),
  },
  {
    name: 'map-marker',
    title: 'A post on the map',
    path: '/map?show=emergency-markers:BF17#-41.182,148.118,15',
  },
  { name: 'trails', title: 'Trails', path: '/trails' },
  { name: 'trail', title: 'A trail', path: '/trails/old-salty-dog', prepare: mapDrawn },
  { name: 'offline', title: 'Offline maps', path: '/offline' },
  { name: 'emergency-no-location', title: 'Emergency, without location', path: '/emergency' },
  { name: 'emergency-located', title: 'Emergency, beside a post', path: '/emergency', prepare: atPost },
  { name: 'post', title: 'A post by its address', path: '/m/BF17' },
  { name: 'action-new', title: 'Add an Action', path: '/actions/add', who: 'member', prepare: atPost },
  { name: 'actions', title: 'Actions', path: '/actions/outstanding', who: 'manager' },
  { name: 'actions-table', title: 'All Actions', path: '/actions/all', who: 'manager' },
  { name: 'update-add', title: 'Post an update', path: '/updates/add', who: 'manager' },
  { name: 'points-add', title: 'Add a point', path: '/geopoints/add', who: 'manager', prepare: atPost },
  { name: 'management-points', title: 'Points', path: '/management/points', who: 'manager' },
  { name: 'management-users', title: 'Users', path: '/management/users', who: 'manager' },
  { name: 'account-settings', title: 'Settings of this device', path: '/account/settings' },
  { name: 'help', title: 'Help', path: '/help/map' },
  {
    name: 'menu',
    title: 'The menu',
    path: '/',
    phoneOnly: true,
    prepare: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
]
