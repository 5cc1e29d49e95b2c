import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const overview = defineFeature({
  name: 'overview',
  tabs: [
    {
      page: 'management',
      path: 'overview',
      title: 'Overview',
      role: MANAGER,
      load: () => import('./overview-screen.tsx').then((m) => m.OverviewScreen),
    },
  ],
})
