import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

export const people = defineFeature({
  name: 'people',
  screens: [
    { path: '/users/:verb/:id?', title: 'User', access: MANAGER, load: () => import('./user-screens.tsx').then((m) => m.UserScreen) },
  ],
  tabs: [
    {
      page: 'management',
      path: 'users',
      title: 'Users',
      role: MANAGER,
      load: () => import('./user-list.tsx').then((m) => m.UserList),
    },
  ],
  quickAdd: [{ path: '/users/add', title: 'Add a user', icon: 'person', role: MANAGER, order: 5 }],
})
