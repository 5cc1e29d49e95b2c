import { ADMINISTRATOR, MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const settings = defineFeature({
  name: 'settings',
  tabs: [
    {
      page: 'management',
      path: 'settings',
      title: 'Settings',
      role: MANAGER,
      section: { title: 'General', icon: 'shield' },
      load: () => import('./settings-screen.tsx').then((m) => m.SettingsScreen),
    },
    {
      page: 'management',
      path: 'settings/sign-in',
      title: 'Login',
      role: ADMINISTRATOR,
      section: { icon: 'lock' },
      load: () => import('./sign-in-screen.tsx').then((m) => m.SignInScreen),
    },
  ],
})
