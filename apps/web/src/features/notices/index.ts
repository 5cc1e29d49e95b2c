import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const notices = defineFeature({
  name: 'notices',
  screens: [
    {
      path: '/notices/:verb/:id?',
      title: 'Notice',
      access: MANAGER,
      load: () => import('./notice-screens.tsx').then((m) => m.NoticeScreen),
    },
  ],
  tabs: [
    {
      page: 'management',
      path: 'notices',
      title: 'Notices',
      role: MANAGER,
      load: () => import('./notice-list.tsx').then((m) => m.NoticeList),
    },
  ],
  quickAdd: [{ path: '/notices/add', title: 'Post a notice', icon: 'notice', role: MANAGER, order: 3 }],
})
