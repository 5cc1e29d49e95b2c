/**
 * Defines the parts of a feature. A feature is a folder whose `index.ts` exports one `defineFeature({...})`. `app/features.ts` lists all
 * features, and the routes, tabs and quick-add menu are built from that list.
 *
 * A feature contains loaders instead of screens, so listing it doesn't download its screens. The app loads the list with the first screen
 * other than home and the map. Code that runs before this finds two optional files of each feature by name: `top-alerts.ts`
 * (app/screens/alerts.tsx) and `background.ts` (app/shell/prompts.tsx).
 */
import type { PageData } from '@trailwarden/site'
import type { ComponentType } from 'react'

type Load = () => Promise<ComponentType>

export type FeatureScreen = {
  path: string
  title: string
  /** The lowest role that may open the screen. 1 means everyone who is logged in. `visitors` means people who aren't logged in. */
  access: 'everyone' | 'visitors' | number
  load: Load
}

export type FeatureTab = {
  page: 'actions' | 'account' | 'management'
  /** A path with a slash is a section of another tab, which has a link to the section. */
  path: string
  title: string
  /** The lowest role that may open the tab. If undefined, everyone may open it. */
  role?: number
  /** Returns false on sites that don't have the tab. */
  isAvailable?(data: PageData): boolean
  /** The tab's entry in the list of sections. Set `title` only if it differs from the tab's title. */
  section?: { title?: string; icon: SectionIcon }
  /** The number of items to review, shown beside the title. */
  Waiting?: ComponentType<object>
  load: Load
}

/** Icons are listed by name, because the icon files themselves would be downloaded with every screen. */
export type SectionIcon = 'shield' | 'lock' | 'link'
export type QuickAddIcon = 'action' | 'update' | 'notice' | 'point' | 'person'

/** `order` is the position in the menu, which differs from the order of the tabs. */
type QuickAddItem = { path: string; title: string; icon: QuickAddIcon; role: number; order: number }

/** Screens that combine parts from several features. */
export type CombinedScreen = 'my-actions' | 'programs'

export type Feature = {
  name: string
  screens?: readonly FeatureScreen[]
  tabs?: readonly FeatureTab[]
  quickAdd?: readonly QuickAddItem[]
  /** The parts that this feature adds to combined screens. */
  parts?: Partial<Record<CombinedScreen, Load>>
}

export const defineFeature = (feature: Feature): Feature => feature

/** A feature's alerts at the top of home and above the map. `top-alerts.ts` exports them as `topAlerts`. */
export type TopAlerts = { AboveHome: ComponentType; AboveMap: ComponentType }
