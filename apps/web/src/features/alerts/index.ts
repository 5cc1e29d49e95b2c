import { defineFeature } from '#parts/feature.ts'

export const alerts = defineFeature({
  name: 'alerts',
  screens: [
    { path: '/alerts', title: 'Alerts', access: 'everyone', load: () => import('./alerts-screen.tsx').then((m) => m.AlertsScreen) },
  ],
})
