import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const trailStatus = defineFeature({
  name: 'trail-status',
  screens: [
    { path: '/subscribe', title: 'Get alerts', access: 'everyone', load: () => import('./subscribe.tsx').then((m) => m.Subscribe) },
    {
      path: '/updates/:verb/:id?',
      title: 'Update',
      access: MANAGER,
      load: () => import('./update/update-screens.tsx').then((m) => m.UpdateScreen),
    },
  ],
  tabs: [
    {
      page: 'management',
      path: 'updates',
      title: 'Updates',
      role: MANAGER,
      load: () => import('./update/update-list.tsx').then((m) => m.UpdateList),
    },
  ],
  quickAdd: [{ path: '/updates/add', title: 'Post an update', icon: 'update', role: MANAGER, order: 2 }],
})
