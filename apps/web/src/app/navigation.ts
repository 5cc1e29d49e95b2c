import { MANAGER, MEMBER } from '@trailwarden/domain'
import {
  iconChecklist,
  iconHelp,
  iconHome,
  iconHomeFill,
  iconMap,
  iconMapFill,
  iconMenuBook,
  iconPerson,
  iconShieldPerson,
  iconSignpost,
} from '#ui/icons/icons.ts'

export type Destination = {
  path: string
  /** Every page below the path has a list of all such pages beside it, and is a root page. */
  pagesBelow?: string
  /** Tabs are root pages, unlike other pages below the path. */
  tabs?: readonly string[]
  title: string
  icon: string
  /** Only the bottom bar on phones has a filled icon, because each icon adds to the first download. */
  iconSelected?: string
  /** The item is in the bottom bar for the roles from `from` up to, but not including, `below`. The bar has room for five items. */
  inBottomBar?: readonly [from: number, below: number]
  about: 'trails' | 'app'
  role?: number
}

const EVERYBODY = [0, Number.POSITIVE_INFINITY] as const

/** These pages are root pages: their top bar shows the menu button, and the top bar of all other pages shows Go Back. */
export const DESTINATIONS: readonly Destination[] = [
  { path: '/', title: 'Home', icon: iconHome, iconSelected: iconHomeFill, inBottomBar: EVERYBODY, about: 'trails' },
  { path: '/map', title: 'Map', icon: iconMap, iconSelected: iconMapFill, inBottomBar: EVERYBODY, about: 'trails' },
  { path: '/trails', title: 'Trails', icon: iconSignpost, inBottomBar: [0, MANAGER], about: 'trails' },
  {
    path: '/actions',
    tabs: ['outstanding', 'all', 'mine'],
    title: 'Actions',
    icon: iconChecklist,
    inBottomBar: EVERYBODY,
    about: 'trails',
    role: MEMBER,
  },
  {
    path: '/information/about',
    pagesBelow: '/information',
    title: 'Information',
    icon: iconMenuBook,
    about: 'trails',
  },
  {
    path: '/management',
    pagesBelow: '/management',
    title: 'Management',
    icon: iconShieldPerson,
    about: 'trails',
    role: MANAGER,
  },
  {
    path: '/account',
    pagesBelow: '/account',
    title: 'Account',
    icon: iconPerson,
    about: 'app',
  },
  { path: '/help', pagesBelow: '/help', title: 'Help', icon: iconHelp, about: 'app' },
]

/** The role is defined in this file because the quick-add items are loaded later, with the menu. */
export const QUICK_ADD_FROM = { role: MANAGER }

export function destinationOf(path: string): Destination | undefined {
  return DESTINATIONS.find((one) => one.path === path || (one.path !== '/' && path.startsWith(`${one.pagesBelow ?? one.path}/`)))
}

export function isRoot(path: string): boolean {
  const destination = destinationOf(path)
  if (destination?.tabs?.some((tab) => path === `${destination.path}/${tab}`)) return true
  return destination?.path === path || destination?.pagesBelow !== undefined
}
