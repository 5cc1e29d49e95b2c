import { MANAGER, MEMBER } from '@trailwarden/domain'
import {
  iconChecklist,
  iconDownload,
  iconHelp,
  iconHome,
  iconHomeFill,
  iconMap,
  iconMapFill,
  iconMenuBook,
  iconNotifications,
  iconPerson,
  iconReportFill,
  iconShieldPerson,
  iconSignpost,
} from '#ui/icons/icons.ts'

/** The roles from `from` up to, but not including, `below`. */
type Roles = readonly [from: number, below: number]

type Destination = {
  path: string
  /** The menu's link, if the path itself isn't the page that the item promises. */
  link?: string
  /** Every page below the path has a list of all such pages beside it, and is a root page. */
  pagesBelow?: string
  /** Tabs are root pages, unlike other pages below the path. */
  tabs?: readonly string[]
  /** The page's top bar shows Go Back. */
  hasGoBack?: true
  title: string
  icon: string
  /** Only the bottom bar on phones has a filled icon, because each icon adds to the first download. */
  iconSelected?: string
  roles?: Roles
  /** The bottom bar has room for five items. */
  inBottomBar?: { title: string; roles?: Roles }
  group: 'trails' | 'more' | 'app'
}

const VISITORS: Roles = [0, MEMBER]
const PEOPLE: Roles = [MEMBER, Number.POSITIVE_INFINITY]
const MEMBERS: Roles = [MEMBER, MANAGER]
const MANAGERS: Roles = [MANAGER, Number.POSITIVE_INFINITY]

const ACTION_TABS = ['outstanding', 'all', 'mine']

/** Pages without `hasGoBack` are root pages: their top bar shows the menu button, and the top bar of all other pages shows Go Back. */
const DESTINATIONS: readonly Destination[] = [
  { path: '/', title: 'Home', icon: iconHome, iconSelected: iconHomeFill, inBottomBar: { title: 'Home' }, group: 'trails' },
  { path: '/map', title: 'Map', icon: iconMap, iconSelected: iconMapFill, inBottomBar: { title: 'Map' }, group: 'trails' },
  { path: '/trails', title: 'Trails', icon: iconSignpost, inBottomBar: { title: 'Trails', roles: [0, MANAGER] }, group: 'trails' },
  {
    path: '/report',
    hasGoBack: true,
    title: 'Report a problem',
    icon: iconReportFill,
    roles: VISITORS,
    inBottomBar: { title: 'Report' },
    group: 'trails',
  },
  {
    path: '/actions/add',
    hasGoBack: true,
    title: 'Add an Action',
    icon: iconReportFill,
    roles: PEOPLE,
    inBottomBar: { title: 'Report', roles: MEMBERS },
    group: 'trails',
  },
  {
    path: '/actions',
    link: '/actions/mine',
    tabs: ACTION_TABS,
    title: 'My Actions',
    icon: iconChecklist,
    roles: MEMBERS,
    group: 'trails',
  },
  {
    path: '/actions',
    tabs: ACTION_TABS,
    title: 'Actions',
    icon: iconChecklist,
    roles: MANAGERS,
    inBottomBar: { title: 'Actions' },
    group: 'trails',
  },
  { path: '/management', pagesBelow: '/management', title: 'Management', icon: iconShieldPerson, roles: MANAGERS, group: 'trails' },
  { path: '/alerts', hasGoBack: true, title: 'Alerts', icon: iconNotifications, group: 'more' },
  { path: '/offline', hasGoBack: true, title: 'Offline maps', icon: iconDownload, group: 'more' },
  { path: '/information/about', pagesBelow: '/information', title: 'Information', icon: iconMenuBook, group: 'more' },
  { path: '/account', pagesBelow: '/account', title: 'Settings and help', icon: iconHelp, roles: VISITORS, group: 'app' },
  { path: '/account', pagesBelow: '/account', title: 'Account', icon: iconPerson, roles: PEOPLE, group: 'app' },
  { path: '/help', pagesBelow: '/help', title: 'Help', icon: iconHelp, roles: PEOPLE, group: 'app' },
]

/** The role is defined in this file because the quick-add items are loaded later, with the menu. */
export const QUICK_ADD_FROM = { role: MANAGER }

export const reportPath = (role: number) => (role < MEMBER ? '/report' : '/actions/add')

const includes = (role: number, [from, below]: Roles = [0, Number.POSITIVE_INFINITY]) => role >= from && role < below

export const menuOf = (role: number, group: Destination['group']) =>
  DESTINATIONS.filter((one) => one.group === group && includes(role, one.roles))

export const bottomBarOf = (role: number) =>
  DESTINATIONS.flatMap((one) =>
    one.inBottomBar && includes(role, one.roles) && includes(role, one.inBottomBar.roles) ? [{ ...one, title: one.inBottomBar.title }] : [],
  )

const isAt = (path: string, one: Destination) =>
  one.path === path || (one.path !== '/' && path.startsWith(`${one.pagesBelow ?? one.path}/`))

/** Destinations with the same path differ only in the menu. */
export const isCurrent = (path: string, { path: own }: Destination) => DESTINATIONS.find((one) => isAt(path, one))?.path === own

export function isRoot(path: string): boolean {
  const destination = DESTINATIONS.find((one) => isAt(path, one))
  if (!destination || destination.hasGoBack) return false
  if (destination.tabs?.some((tab) => path === `${destination.path}/${tab}`)) return true
  return destination.path === path || destination.pagesBelow !== undefined
}

/** The top bar of these pages also shows Share view on a phone. */
export const isShared = (path: string) => /^\/(trails|information|help)\/[^/]/.test(path)
