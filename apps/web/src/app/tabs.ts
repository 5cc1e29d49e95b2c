import { MANAGER, MEMBER } from '@trailwarden/domain'
import type { ComponentType } from 'react'

export type Tab = { path: string; title: string; role?: number; load: () => Promise<ComponentType> }

export const ACTION_TABS: readonly Tab[] = [
  {
    path: 'outstanding',
    title: 'Outstanding Actions',
    role: MEMBER,
    load: async () => (await import('#features/actions/action-list.tsx')).OutstandingActions,
  },
  { path: 'all', title: 'All Actions', role: MANAGER, load: async () => (await import('#features/actions/action-list.tsx')).AllActions },
  { path: 'mine', title: 'My Actions', role: MEMBER, load: async () => (await import('#features/actions/action-list.tsx')).MyActions },
]

export const ACCOUNT_TABS: readonly Tab[] = [
  {
    path: 'details',
    title: 'Details',
    role: MEMBER,
    load: async () => (await import('#features/account/account-details.tsx')).AccountDetails,
  },
  {
    path: 'profile',
    title: 'Profile',
    role: MEMBER,
    load: async () => (await import('#features/account/account-profile.tsx')).AccountProfile,
  },
  { path: 'settings', title: 'Settings', load: async () => (await import('./account-settings.tsx')).AccountSettings },
]

export const MANAGEMENT_TABS: readonly Tab[] = [
  { path: 'users', title: 'Users', role: MANAGER, load: async () => (await import('#features/people/user-list.tsx')).UserList },
  {
    path: 'updates',
    title: 'Updates',
    role: MANAGER,
    load: async () => (await import('#features/trail-status/update-list.tsx')).UpdateList,
  },
  {
    path: 'settings',
    title: 'Settings',
    role: MANAGER,
    load: async () => (await import('#features/settings/settings-screen.tsx')).SettingsScreen,
  },
]
