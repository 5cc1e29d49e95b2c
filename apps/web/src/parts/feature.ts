import type { PageData } from '@trailwarden/site'
import type { ComponentType, ReactNode } from 'react'

type Load = () => Promise<ComponentType>

export type FeatureScreen = {
  path: string
  title: string
  access: 'everyone' | 'visitors' | number
  load: Load
}

export type FeatureTab = {
  page: 'actions' | 'account' | 'management'
  path: string
  title: string
  role?: number
  /** Some sites don't have the tab. */
  isAvailable?(data: PageData): boolean
  section?: { title?: string; icon: SectionIcon }
  Waiting?: ComponentType<object>
  load: Load
}

/** Icons are listed by name, because the icon files themselves would be downloaded with every screen. */
export type SectionIcon = 'shield' | 'lock' | 'link'
export type QuickAddIcon = 'action' | 'update' | 'notice' | 'point' | 'person'

/** The order of the menu differs from the order of the tabs. */
type QuickAddItem = { path: string; title: string; icon: QuickAddIcon; role: number; order: number }

export type CombinedScreen = 'my-actions' | 'programs'

export type Feature = {
  name: string
  screens?: readonly FeatureScreen[]
  tabs?: readonly FeatureTab[]
  quickAdd?: readonly QuickAddItem[]
  parts?: Partial<Record<CombinedScreen, Load>>
}

export const defineFeature = (feature: Feature): Feature => feature

/** `since` is an ISO time. */
type MapAlert = { id: string; title: string; since: string; isSevere: boolean; mark: ReactNode }
export type TopAlerts = { AboveHome: ComponentType; listForMap: (data: PageData, now: Date) => readonly MapAlert[] }
