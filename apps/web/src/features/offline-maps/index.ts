import { defineFeature } from '#parts/feature.ts'

export const offlineMaps = defineFeature({
  name: 'offline-maps',
  screens: [
    {
      path: '/offline',
      title: 'Offline maps',
      access: 'everyone',
      load: () => import('./offline-screen.tsx').then((m) => m.OfflineScreen),
    },
  ],
})
