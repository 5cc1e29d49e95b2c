import { MANAGER, MEMBER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

const lists = () => import('./lists/action-list.tsx')

export const actions = defineFeature({
  name: 'actions',
  screens: [
    { path: '/actions/add', title: 'Add an Action', access: MEMBER, load: () => import('./form/action-add.tsx').then((m) => m.ActionAdd) },
    {
      path: '/actions/edit/:id',
      title: 'Edit Action',
      access: MEMBER,
      load: () => import('./form/action-edit.tsx').then((m) => m.ActionEdit),
    },
    { path: '/actions/view/:id', title: 'Action', access: MEMBER, load: () => import('./view/action-view.tsx').then((m) => m.ActionView) },
  ],
  tabs: [
    {
      page: 'actions',
      path: 'outstanding',
      title: 'Outstanding Actions',
      role: MEMBER,
      load: () => lists().then((m) => m.OutstandingActions),
    },
    { page: 'actions', path: 'all', title: 'All Actions', role: MANAGER, load: () => lists().then((m) => m.AllActions) },
  ],
  quickAdd: [{ path: '/actions/add', title: 'Add an Action', icon: 'action', role: MANAGER, order: 1 }],
})
