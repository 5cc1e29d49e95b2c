import { ADMINISTRATOR, MEMBER } from '@trailwarden/domain'
import type { ComponentType } from 'react'
import { type CombinedScreen, defineFeature, type Feature } from '#parts/feature.ts'

type Combine = (parts: readonly ComponentType[]) => ComponentType

/** `features` is a function because the list of features includes these tabs and isn't complete yet when this module runs. */
export function createCombinedScreens(features: () => readonly Feature[]): Feature {
  const partsOf = (screen: CombinedScreen) => features().flatMap(({ parts }) => parts?.[screen] ?? [])
  /** The component must stay the same object. With a new one, the screen would lose its state whenever its loader runs again. */
  const combined = (screen: CombinedScreen, load: () => Promise<Combine>) => {
    let Screen: ComponentType | null = null
    return async () => {
      const [combine, parts] = await Promise.all([load(), Promise.all(partsOf(screen).map((loadPart) => loadPart()))])
      Screen ??= combine(parts)
      return Screen
    }
  }
  return defineFeature({
    name: 'combined-screens',
    tabs: [
      {
        page: 'actions',
        path: 'mine',
        title: 'My Actions',
        role: MEMBER,
        load: combined('my-actions', () => import('./screens/my-actions-tab.tsx').then((m) => m.myActionsTab)),
      },
      {
        page: 'account',
        path: 'settings',
        title: 'Settings',
        load: () => import('./screens/account-settings.tsx').then((m) => m.AccountSettings),
      },
      {
        page: 'management',
        path: 'settings/keys',
        title: 'Keys and webhooks',
        role: ADMINISTRATOR,
        isAvailable: () => partsOf('programs').length > 0,
        section: { icon: 'link' },
        load: combined('programs', () => import('./screens/programs-tab.tsx').then((m) => m.programsTab)),
      },
    ],
  })
}
