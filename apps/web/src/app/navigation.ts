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
  /** Set if each page below this path is shown beside a list of them all. Each of these pages is then a root page. */
  pagesBelow?: string
  /** The tabs below this path. Tabs are root pages, unlike other pages below this path. */
  tabs?: readonly string[]
  title: string
  icon: string
  /**
   * The filled icon for the bottom bar on phones. Other navigation marks the current page with styles only, because each icon adds to the
   * first download.
   */
  iconSelected?: string
  /**
   * The roles that see this item in the bottom bar: from the first role up to, but not including, the second. The bar has room for five
   * items.
   */
  inBottomBar?: readonly [from: number, below: number]
  /** The subject of the page: the trails or the app itself. The menu has a group for each. */
  about: 'trails' | 'app'
  /** The lowest role that sees the page in the menu. */
  role?: number
}

const EVERYBODY = [0, Number.POSITIVE_INFINITY] as const

/** Pages in the menu. Each is a root page: its top bar shows the menu button, whereas all other pages show Go Back. */
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

/** The lowest role that sees the quick-add button. It is here because the menu's items are loaded later, with the menu. */
export const QUICK_ADD_FROM = { role: MANAGER }

/** Returns the destination of a path: the destination with this path or the one above it. */
export function destinationOf(path: string): Destination | undefined {
  return DESTINATIONS.find((one) => one.path === path || (one.path !== '/' && path.startsWith(`${one.pagesBelow ?? one.path}/`)))
}

export function isRoot(path: string): boolean {
  const destination = destinationOf(path)
  if (destination?.tabs?.some((tab) => path === `${destination.path}/${tab}`)) return true
  return destination?.path === path || destination?.pagesBelow !== undefined
}
