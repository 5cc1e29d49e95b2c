import { MANAGER, MEMBER } from '@trailwarden/domain'
import type { ComponentType } from 'react'
import { type LoaderFunction, Navigate, type RouteObject, redirectDocument } from 'react-router'
import type { Book } from '#features/guide/guide-pages.ts'
import type { GuideView } from '#features/guide/guide-screen.tsx'
import { LoadingOverlay } from '#ui/loading-overlay.tsx'
import { part } from '#ui/part.tsx'
import { CrashPage } from './crash-page.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { needsRole, toFirstTab, visitorsOnly } from './guard.ts'
import { Home } from './home.tsx'
import { type RouteHandle, Shell } from './shell.tsx'
import { ACCOUNT_TABS, ACTION_TABS, MANAGEMENT_TABS, type Tab } from './tabs.ts'

const titled = (title: string, more: Omit<RouteHandle, 'title'> = {}): { handle: RouteHandle; errorElement: React.ReactNode } => ({
  handle: { title, ...more },
  errorElement: <CrashScreen />,
})

const GuideSearchButton = part(() => import('#features/guide/guide-search.tsx').then((m) => m.GuideSearchButton))

const guide = (book: Book, title: string) => ({
  lazy: async () => {
    const { GuideScreen, loadGuide } = await import('#features/guide/guide-screen.tsx')
    return { Component: GuideScreen, loader: loadGuide(book) }
  },
  ...titled(title, {
    // What this route's own loader gave.
    nameOf: (loaded) => (loaded as GuideView | undefined)?.page?.name,
    TopBarAction: GuideSearchButton,
  }),
})

const MapSearchButton = part(() => import('#features/trail-map/map-search.tsx').then((m) => m.MapSearchButton))

type Guard = number | LoaderFunction | null

/** A screen that comes with its own download. The guard is the role it needs, 1 being everyone who is signed in. */
const screen = (path: string, title: string, guard: Guard, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  ...titled(title),
  ...(guard !== null && { loader: typeof guard === 'number' ? needsRole(guard) : guard }),
  lazy: async () => ({ Component: await load() }),
})

/** Tab pages live at /{base}/{tab}; the base itself leads to the first tab that the person may open. */
const tabPage = (base: string, title: string, tabs: readonly Tab[], loadAbove?: () => Promise<ComponentType>): RouteObject => ({
  path: base,
  ...titled(title),
  lazy: async () => {
    const [{ TabPage }, Above] = await Promise.all([import('./tab-page.tsx'), loadAbove?.()])
    return { element: <TabPage base={base} title={title} tabs={tabs} above={Above && <Above />} /> }
  },
  children: [
    { index: true, loader: toFirstTab(base, tabs) },
    ...tabs.map((tab) => screen(tab.path, title, tab.role ?? null, tab.load)),
    { path: '*', element: <Navigate to="/404" replace /> },
  ],
})

/** Every screen, its title and who may open it. Home is in the first download; each other screen comes with its own. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <CrashPage />,
    // The app was opened at a screen whose own download is still on its way: there is no page to go back to but home.
    hydrateFallbackElement: <LoadingOverlay onCancel={() => location.assign('/')} />,
    children: [
      { path: '/', element: <Home />, ...titled('Home') },
      // A page of its own (emergency.html): a link inside the app to it leaves the app.
      ...['/emergency', '/m/*'].map((path) => ({
        path,
        loader: ({ request }: { request: Request }) => redirectDocument(new URL(request.url).pathname),
      })),
      { path: '/information', element: <Navigate to="/information/about" replace /> },
      { path: '/information/:path', ...guide('information', 'Information') },
      { path: '/help/:path?', ...guide('help', 'Help') },
      {
        path: '/map',
        ...titled('Map', { fills: true, TopBarAction: MapSearchButton }),
        lazy: async () => ({ Component: (await import('./map-page.tsx')).MapPage }),
      },
      screen('/login', 'Login', visitorsOnly, async () => (await import('#features/account/login.tsx')).Login),
      screen('/register', 'Register', visitorsOnly, async () => (await import('#features/account/register.tsx')).Register),
      screen('/reset-password', 'Reset password', null, async () => (await import('#features/account/reset-password.tsx')).ResetPassword),
      screen('/confirm-email', 'Confirm email', null, async () => (await import('#features/account/confirm-email.tsx')).ConfirmEmail),
      screen('/change-email', 'Change email', MEMBER, async () => (await import('#features/account/change-email.tsx')).ChangeEmail),
      screen(
        '/change-password',
        'Change password',
        MEMBER,
        async () => (await import('#features/account/change-password.tsx')).ChangePassword,
      ),
      screen('/passkeys', 'Passkeys', MEMBER, async () => (await import('#features/account/passkeys.tsx')).Passkeys),
      screen('/change-name', 'Change name', MEMBER, async () => (await import('#features/account/change-name.tsx')).ChangeName),
      screen('/delete-account', 'Delete account', MEMBER, async () => (await import('#features/account/delete-account.tsx')).DeleteAccount),
      tabPage('/actions', 'Actions', ACTION_TABS),
      screen('/actions/add', 'Add an Action', MEMBER, async () => (await import('#features/actions/action-add.tsx')).ActionAdd),
      screen('/actions/edit/:id', 'Edit Action', MEMBER, async () => (await import('#features/actions/action-edit.tsx')).ActionEdit),
      screen('/actions/view/:id', 'Action', MEMBER, async () => (await import('#features/actions/action-view.tsx')).ActionView),
      screen('/waiting', 'Not sent yet', MEMBER, async () => (await import('#features/waiting/waiting.tsx')).WaitingList),
      tabPage('/account', 'Account', ACCOUNT_TABS),
      tabPage('/management', 'Management', MANAGEMENT_TABS, async () => (await import('./site-notice.tsx')).SiteNotice),
      screen('/subscribe', 'Trail status by mail', null, async () => (await import('#features/trail-status/subscribe.tsx')).Subscribe),
      screen('/updates/add', 'Post an update', MANAGER, async () => (await import('#features/trail-status/update-add.tsx')).UpdateAdd),
      screen('/updates/view/:id', 'Update', MANAGER, async () => (await import('#features/trail-status/update-view.tsx')).UpdateView),
      screen('/users/add', 'Add a user', MANAGER, async () => (await import('#features/people/user-add.tsx')).UserAdd),
      screen('/users/edit/:id', 'Edit user', MANAGER, async () => (await import('#features/people/user-edit.tsx')).UserEdit),
      screen('/access-denied', 'Access Denied', null, async () => (await import('./access-denied.tsx')).AccessDenied),
      screen('/404', 'Page Not Found', null, async () => (await import('./not-found.tsx')).NotFound),
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
]
