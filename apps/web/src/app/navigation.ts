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
} from '#ui/icons.ts'

export type Destination = {
  path: string
  /** Set where the pages below a path are equals, with their own list beside them: each is then a root. */
  pagesBelow?: string
  /** Of pages below that are roots too where others are not: its tabs. */
  tabs?: readonly string[]
  title: string
  icon: string
  /** Filled, for the phone's bar. Elsewhere its place alone shows what is open: each icon is a part of the first download. */
  iconSelected?: string
  /** From the first role to below the second one: a phone's bar has room for five. */
  inBottomBar?: readonly [from: number, below: number]
  /** What it is about: the trails, or the app itself. The menu keeps the two apart. */
  about: 'trails' | 'app'
  /** The lowest role that is offered it. */
  role?: number
}

const EVERYBODY = [0, Number.POSITIVE_INFINITY] as const

/** Pages that the menu leads to. Each is a root: the top bar shows the menu there, and Go Back on all others. */
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

/** The lowest role that the quick-add menu offers anything; what it offers comes with the menu. */
export const QUICK_ADD_FROM = { role: MANAGER }

/** The destination a path belongs to: its own page or one below it. */
export function destinationOf(path: string): Destination | undefined {
  return DESTINATIONS.find((one) => one.path === path || (one.path !== '/' && path.startsWith(`${one.pagesBelow ?? one.path}/`)))
}

export function isRoot(path: string): boolean {
  const destination = destinationOf(path)
  if (destination?.tabs?.some((tab) => path === `${destination.path}/${tab}`)) return true
  return destination?.path === path || destination?.pagesBelow !== undefined
}
