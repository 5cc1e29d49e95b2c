import { ADMINISTRATOR, MANAGER, MEMBER } from '@trailwarden/domain'
import type { ComponentType } from 'react'
import { type LoaderFunction, replace } from 'react-router'
import { hasPlans } from '#data/page-data.ts'
import { part } from '#ui/part.tsx'
import { needsRole } from './guard.ts'

export type Tab = {
  /** One with a slash is a section of another tab, which leads to it. */
  path: string
  title: string
  role?: number
  /** Only there where the site sells something. */
  needsPlans?: boolean
  /** Instead of the role alone. */
  guard?: LoaderFunction
  /** How many wait there, beside its title. */
  Waiting?: ComponentType<object>
  load: () => Promise<ComponentType>
}

export const ACTION_TABS: readonly Tab[] = [
  {
    path: 'outstanding',
    title: 'Outstanding Actions',
    role: MEMBER,
    load: () => import('#features/actions/action-list.tsx').then((m) => m.OutstandingActions),
  },
  { path: 'all', title: 'All Actions', role: MANAGER, load: () => import('#features/actions/action-list.tsx').then((m) => m.AllActions) },
  { path: 'mine', title: 'My Actions', role: MEMBER, load: () => import('./screens/my-actions-tab.tsx').then((m) => m.MyActionsTab) },
]

export const ACCOUNT_TABS: readonly Tab[] = [
  {
    path: 'details',
    title: 'Details',
    role: MEMBER,
    load: () => import('#features/account/account-details.tsx').then((m) => m.AccountDetails),
  },
  {
    path: 'profile',
    title: 'Profile',
    role: MEMBER,
    load: () => import('#features/account/account-profile.tsx').then((m) => m.AccountProfile),
  },
  { path: 'settings', title: 'Settings', load: () => import('./screens/account-settings.tsx').then((m) => m.AccountSettings) },
  {
    path: 'billing',
    title: 'Billing',
    role: MEMBER,
    needsPlans: true,
    guard: (args, context) => (hasPlans() ? needsRole(MEMBER)(args, context) : replace('/404')),
    load: () => import('./screens/account-billing.tsx').then((m) => m.AccountBilling),
  },
]

export const MANAGEMENT_TABS: readonly Tab[] = [
  {
    path: 'overview',
    title: 'Overview',
    role: MANAGER,
    load: () => import('#features/overview/overview-screen.tsx').then((m) => m.OverviewScreen),
  },
  { path: 'users', title: 'Users', role: MANAGER, load: () => import('#features/people/user-list.tsx').then((m) => m.UserList) },
  {
    path: 'reports',
    title: 'Reports',
    role: MANAGER,
    Waiting: part(() => import('#features/reports/reports-waiting.tsx').then((m) => m.ReportsWaiting)),
    load: () => import('#features/reports/report-queue.tsx').then((m) => m.ReportQueue),
  },
  {
    path: 'work-days',
    title: 'Work days',
    role: MANAGER,
    load: () => import('#features/work-days/work-day-list.tsx').then((m) => m.WorkDayList),
  },
  { path: 'points', title: 'Points', role: MANAGER, load: () => import('#features/points/point-screens.tsx').then((m) => m.PointList) },
  {
    path: 'updates',
    title: 'Updates',
    role: MANAGER,
    load: () => import('#features/trail-status/update-list.tsx').then((m) => m.UpdateList),
  },
  { path: 'notices', title: 'Notices', role: MANAGER, load: () => import('#features/notices/notice-list.tsx').then((m) => m.NoticeList) },
  {
    path: 'settings',
    title: 'Settings',
    role: MANAGER,
    load: () => import('#features/settings/settings-screen.tsx').then((m) => m.SettingsScreen),
  },
  {
    path: 'settings/sign-in',
    title: 'Sign-in',
    role: ADMINISTRATOR,
    load: () => import('#features/settings/sign-in-screen.tsx').then((m) => m.SignInScreen),
  },
  {
    path: 'settings/keys',
    title: 'Keys and webhooks',
    role: ADMINISTRATOR,
    load: () => import('#features/settings/keys-screen.tsx').then((m) => m.KeysScreen),
  },
  {
    path: 'audit-log',
    title: 'Audit log',
    role: MANAGER,
    load: () => import('#features/audit-log/audit-log-screen.tsx').then((m) => m.AuditLogScreen),
  },
]
