import { Navigate, type PatchRoutesOnNavigationFunction, type RouteObject, redirectDocument } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { part } from '#ui/part.tsx'
import { screen, titled } from './screen-route.tsx'
import { CrashPage } from './screens/crash-page.tsx'
import { CrashScreen } from './screens/crash-screen.tsx'
import { Home } from './screens/home.tsx'
import { Shell } from './shell/shell.tsx'

const MapSearchButton = part(() => import('#features/trail-map/search/map-search.tsx').then((m) => m.MapSearchButton))

const Alerts = part(() => import('./screens/alerts.tsx').then((m) => m.Alerts))

/**
 * Home with notices and external warnings. Their code is a separate download, requested only if there are any. Until it arrives, the page
 * shows the server's markup.
 */
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

const SHELL = 'shell'

/** The routes of home and the map. All other routes are in `later-routes.tsx`, which is loaded when one of them is opened. */
export const routes: RouteObject[] = [
  {
    id: SHELL,
    element: <Shell />,
    errorElement: <CrashPage />,
    children: [
      { path: '/', element: <WarnedHome />, ...titled('Home') },
      // Emergency and the post pages are separate documents (emergency.html), so links to them leave the app.
      ...['/emergency', '/m/*'].map((path) => ({
        path,
        loader: ({ request }: { request: Request }) => redirectDocument(new URL(request.url).pathname),
      })),
      screen('/map', 'Map', null, () => import('./screens/map-page.tsx').then((m) => m.MapPage), {
        fills: true,
        TopBarAction: MapSearchButton,
      }),
      // The router also shows this error element if the other routes can't be loaded.
      { path: '*', element: <Navigate to="/404" replace />, errorElement: <CrashScreen /> },
    ],
  },
]

/** The router calls this when no known route matches the whole address. It ignores routes that it already has. */
export const findLaterRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { laterRoutes } = await import('./later-routes.tsx')
  patch(SHELL, laterRoutes)
}
