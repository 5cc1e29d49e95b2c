import { MANAGER, MEMBER } from '@trailwarden/domain'
import type { ComponentType } from 'react'
import { type LoaderFunction, Navigate, type RouteObject, redirectDocument, replace, useLoaderData } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import type { Book } from '#features/guide/guide-pages.ts'
import type { GuideView } from '#features/guide/guide-screen.tsx'
import { LoadingOverlay } from '#ui/loading-overlay.tsx'
import { part } from '#ui/part.tsx'
import { needsRole, toFirstTab, visitorsOnly } from './guard.ts'
import { CrashPage } from './screens/crash-page.tsx'
import { CrashScreen } from './screens/crash-screen.tsx'
import { Home } from './screens/home.tsx'
import { type RouteHandle, Shell } from './shell/shell.tsx'
import type { Tab } from './tabs.ts'

const titled = (title: string, more: Omit<RouteHandle, 'title'> = {}): { handle: RouteHandle; errorElement: React.ReactNode } => ({
  handle: { title, ...more },
  errorElement: <CrashScreen />,
})

const GuideSearchButton = part(() => import('#features/guide/guide-search.tsx').then((m) => m.GuideSearchButton))

const SiteNotice = part(() => import('./shell/site-notice.tsx').then((m) => m.SiteNotice))

const MapSearchButton = part(() => import('#features/trail-map/map-search.tsx').then((m) => m.MapSearchButton))

const ownAccount = () => import('#features/account/own-account.ts')

const Alerts = part(() => import('./screens/alerts.tsx').then((m) => m.Alerts))

/** Notices, and warnings by others, come with their own download, where there are any; until then stands what the server wrote of them. */
function WarnedHome() {
  const { status, warnings } = usePageData()
  const served = document.getElementById('alerts')
  return (
    <>
      {(status?.notices?.[0] || warnings?.warnings[0]) && <Alerts fallback={<div ref={(box) => void (served && box?.append(served))} />} />}
      <Home />
    </>
  )
}

type Guard = number | LoaderFunction | null

/** A screen, once it has come. */
type Held = { Screen: ComponentType | null }
const Fetched = ({ held: { Screen } }: { held: Held }) => Screen && <Screen />

/**
 * A screen that comes with its own download, as a loader and not by the router's `lazy`: of a `lazy` that failed it draws nothing, not
 * even the error element. Asked again, a loader asks for the file again.
 */
const fetched = (load: () => Promise<ComponentType>, guard: LoaderFunction = () => null): Pick<RouteObject, 'loader' | 'element'> => {
  const held: Held = { Screen: null }
  return {
    loader: async (args, context) => {
      const ledOn = await guard(args, context)
      if (ledOn) return ledOn
      held.Screen ??= await load()
      return null
    },
    element: <Fetched held={held} />,
  }
}

/** The guard is the role a screen needs, 1 being everyone who is signed in. */
const screen = (path: string, title: string, guard: Guard, load: () => Promise<ComponentType>, more = {}): RouteObject => ({
  path,
  ...titled(title, more),
  ...fetched(load, typeof guard === 'number' ? needsRole(guard) : (guard ?? undefined)),
})

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

type Tabs = () => Promise<readonly Tab[]>
const tabs = () => import('./tabs.ts')

/** A tab's screen is what its loader gives. */
function TabScreen() {
  // Safe: the loader below gives a component, or leads elsewhere.
  const Screen = useLoaderData() as ComponentType
  return <Screen />
}

/**
 * Tab pages live at /{base}/{tab}; the base itself leads to the first tab that the person may open. Which tabs there are comes with the
 * page and is no part of the first download.
 */
const tabPage = (base: string, title: string, load: Tabs, above?: React.ReactNode): RouteObject => ({
  path: base,
  ...titled(title),
  ...fetched(async () => {
    const [{ TabPage }, all] = await Promise.all([import('./screens/tab-page.tsx'), load()])
    return () => <TabPage base={base} title={title} tabs={all} above={above} />
  }),
  children: [
    { index: true, loader: async (args, context) => toFirstTab(base, await load())(args, context) },
    {
      path: '*',
      ...titled(title),
      loader: async (args, context) => {
        const tab = (await load()).find(({ path }) => path === args.params['*'])
        if (!tab) return replace('/404')
        const guard = tab.guard ?? (tab.role && needsRole(tab.role))
        return (guard && (await guard(args, context))) || tab.load()
      },
      element: <TabScreen />,
    },
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
      { path: '/', element: <WarnedHome />, ...titled('Home') },
      // A page of its own (emergency.html): a link inside the app to it leaves the app.
      ...['/emergency', '/m/*'].map((path) => ({
        path,
        loader: ({ request }: { request: Request }) => redirectDocument(new URL(request.url).pathname),
      })),
      { path: '/information', element: <Navigate to="/information/about" replace /> },
      { path: '/information/:path', ...guide('information', 'Information') },
      { path: '/help/:path?', ...guide('help', 'Help') },
      screen('/map', 'Map', null, () => import('./screens/map-page.tsx').then((m) => m.MapPage), {
        fills: true,
        TopBarAction: MapSearchButton,
      }),
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
      tabPage('/actions', 'Actions', () => tabs().then((m) => m.ACTION_TABS)),
      screen('/actions/add', 'Add an Action', MEMBER, () => import('#features/actions/action-add.tsx').then((m) => m.ActionAdd)),
      screen('/actions/edit/:id', 'Edit Action', MEMBER, () => import('#features/actions/action-edit.tsx').then((m) => m.ActionEdit)),
      screen('/actions/view/:id', 'Action', MEMBER, () => import('#features/actions/action-view.tsx').then((m) => m.ActionView)),
      screen('/geopoints/:verb/:id?', 'Point', MANAGER, () => import('#features/points/point-screens.tsx').then((m) => m.PointScreen)),
      screen('/waiting', 'Not sent yet', MEMBER, () => import('#features/waiting/waiting.tsx').then((m) => m.WaitingList)),
      tabPage('/account', 'Account', () => tabs().then((m) => m.ACCOUNT_TABS)),
      tabPage('/management', 'Management', () => tabs().then((m) => m.MANAGEMENT_TABS), <SiteNotice />),
      screen('/report', 'Report a problem', null, () => import('#features/reports/report-page.tsx').then((m) => m.ReportPage)),
      screen('/r/:code', 'Report', null, () => import('#features/reports/follow-report.tsx').then((m) => m.FollowReport)),
      screen('/alerts', 'Alerts', null, () => import('#features/alerts/alerts-screen.tsx').then((m) => m.AlertsScreen)),
      screen('/subscribe', 'Get alerts', null, () => import('#features/trail-status/subscribe.tsx').then((m) => m.Subscribe)),
      screen('/updates/:verb/:id?', 'Update', MANAGER, () =>
        import('#features/trail-status/update-screens.tsx').then((m) => m.UpdateScreen),
      ),
      screen('/notices/:verb/:id?', 'Notice', MANAGER, () => import('#features/notices/notice-screens.tsx').then((m) => m.NoticeScreen)),
      screen('/users/:verb/:id?', 'User', MANAGER, () => import('#features/people/user-screens.tsx').then((m) => m.UserScreen)),
      screen('/access-denied', 'Access Denied', null, () => import('./screens/access-denied.tsx').then((m) => m.AccessDenied)),
      screen('/404', 'Page Not Found', null, () => import('./screens/not-found.tsx').then((m) => m.NotFound)),
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
]
