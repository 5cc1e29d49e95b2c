/**
 * Every screen but home and the map, its title and who may open it. The names of their files would be a tenth of home's first download, and
 * each further screen would add to it: so they come when one of them is asked for (main.tsx).
 */
import { MANAGER, MEMBER } from '@trailwarden/domain'
import type { ComponentType, ReactNode } from 'react'
import { Navigate, type RouteObject, replace, useLoaderData } from 'react-router'
import type { Book } from '#features/guide/guide-pages.ts'
import type { GuideView } from '#features/guide/guide-screen.tsx'
import { part } from '#ui/part.tsx'
import { needsRole, toFirstTab, visitorsOnly } from './guard.ts'
import { Fetched, fetched, type Held, screen, titled } from './screen-route.tsx'
import { ACCOUNT_TABS, ACTION_TABS, MANAGEMENT_TABS, type Tab } from './tabs.ts'

const GuideSearchButton = part(() => import('#features/guide/guide-search.tsx').then((m) => m.GuideSearchButton))

const SiteNotice = part(() => import('./shell/site-notice.tsx').then((m) => m.SiteNotice))

const ownAccount = () => import('#features/account/own-account.ts')

const guide = (book: Book, title: string): Omit<RouteObject, 'index' | 'children'> => {
  const held: Held = { Screen: null }
  return {
    loader: async (args) => {
      const { GuideScreen, loadGuide } = await import('#features/guide/guide-screen.tsx')
      held.Screen = GuideScreen
      return loadGuide(book)(args)
    },
    element: <Fetched held={held} />,
    ...titled(title, {
      // What this route's own loader gave.
      nameOf: (view) => (view as GuideView | undefined)?.page?.name,
      TopBarAction: GuideSearchButton,
    }),
  }
}

/** A tab's screen is what its loader gives. */
function TabScreen() {
  // Safe: the loader below gives a component, or leads elsewhere.
  const Screen = useLoaderData() as ComponentType
  return <Screen />
}

/** Tab pages live at /{base}/{tab}; the base itself leads to the first tab that the person may open. */
const tabPage = (base: string, title: string, tabs: readonly Tab[], above?: ReactNode): RouteObject => ({
  path: base,
  ...titled(title),
  ...fetched(async () => {
    const { TabPage } = await import('./screens/tab-page.tsx')
    return () => <TabPage base={base} title={title} tabs={tabs} above={above} />
  }),
  children: [
    { index: true, loader: toFirstTab(base, tabs) },
    {
      path: '*',
      ...titled(title),
      loader: async (args, context) => {
        const tab = tabs.find(({ path }) => path === args.params['*'])
        if (!tab) return replace('/404')
        const guard = tab.guard ?? (tab.role && needsRole(tab.role))
        return (guard && (await guard(args, context))) || tab.load()
      },
      element: <TabScreen />,
    },
  ],
})

export const laterRoutes: RouteObject[] = [
  { path: '/information', element: <Navigate to="/information/about" replace /> },
  { path: '/information/:path', ...guide('information', 'Information') },
  { path: '/help/:path?', ...guide('help', 'Help') },
  screen('/offline', 'Offline maps', null, () => import('#features/offline-maps/offline-screen.tsx').then((m) => m.OfflineScreen)),
  screen('/trails/:slug?', 'Trails', null, () => import('#features/trails/trails.tsx').then((m) => m.loadTrails())),
  screen('/login', 'Login', visitorsOnly, () => import('#features/account/login.tsx').then((m) => m.Login)),
  screen('/register', 'Register', visitorsOnly, () => import('#features/account/register.tsx').then((m) => m.Register)),
  screen('/reset-password', 'Reset password', null, () => import('#features/account/reset-password.tsx').then((m) => m.ResetPassword)),
  screen('/confirm-email', 'Confirm email', null, () => import('#features/account/confirm-email.tsx').then((m) => m.ConfirmEmail)),
  screen('/change-email', 'Change email', MEMBER, () => ownAccount().then((m) => m.ChangeEmail)),
  screen('/change-password', 'Change password', MEMBER, () => ownAccount().then((m) => m.ChangePassword)),
  screen('/change-name', 'Change name', MEMBER, () => ownAccount().then((m) => m.ChangeName)),
  screen('/delete-account', 'Delete account', MEMBER, () => ownAccount().then((m) => m.DeleteAccount)),
  screen('/passkeys', 'Passkeys', MEMBER, () => import('#features/account/passkeys.tsx').then((m) => m.Passkeys)),
  tabPage('/actions', 'Actions', ACTION_TABS),
  screen('/actions/add', 'Add an Action', MEMBER, () => import('#features/actions/action-add.tsx').then((m) => m.ActionAdd)),
  screen('/actions/edit/:id', 'Edit Action', MEMBER, () => import('#features/actions/action-edit.tsx').then((m) => m.ActionEdit)),
  screen('/actions/view/:id', 'Action', MEMBER, () => import('#features/actions/action-view.tsx').then((m) => m.ActionView)),
  screen('/geopoints/:verb/:id?', 'Point', MANAGER, () => import('#features/points/point-screens.tsx').then((m) => m.PointScreen)),
  screen('/waiting', 'Not sent yet', MEMBER, () => import('#features/waiting/waiting.tsx').then((m) => m.WaitingList)),
  tabPage('/account', 'Account', ACCOUNT_TABS),
  tabPage('/management', 'Management', MANAGEMENT_TABS, <SiteNotice />),
  screen('/report', 'Report a problem', null, () => import('#features/reports/report-page.tsx').then((m) => m.ReportPage)),
  screen('/r/:code', 'Report', null, () => import('#features/reports/follow-report.tsx').then((m) => m.FollowReport)),
  screen('/alerts', 'Alerts', null, () => import('#features/alerts/alerts-screen.tsx').then((m) => m.AlertsScreen)),
  screen('/subscribe', 'Get alerts', null, () => import('#features/trail-status/subscribe.tsx').then((m) => m.Subscribe)),
  screen('/updates/:verb/:id?', 'Update', MANAGER, () => import('#features/trail-status/update-screens.tsx').then((m) => m.UpdateScreen)),
  screen('/notices/:verb/:id?', 'Notice', MANAGER, () => import('#features/notices/notice-screens.tsx').then((m) => m.NoticeScreen)),
  screen('/work-days/:verb/:id?', 'Work day', MEMBER, () =>
    import('#features/work-days/work-day-screens.tsx').then((m) => m.WorkDayScreen),
  ),
  screen('/users/:verb/:id?', 'User', MANAGER, () => import('#features/people/user-screens.tsx').then((m) => m.UserScreen)),
  screen('/access-denied', 'Access Denied', null, () => import('./screens/access-denied.tsx').then((m) => m.AccessDenied)),
  screen('/404', 'Page Not Found', null, () => import('./screens/not-found.tsx').then((m) => m.NotFound)),
]
