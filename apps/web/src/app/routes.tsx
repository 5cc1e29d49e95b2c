import { Navigate, type PatchRoutesOnNavigationFunction, type RouteObject, redirectDocument } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { LoadingOverlay } from '#ui/loading-overlay.tsx'
import { part } from '#ui/part.tsx'
import { screen, titled } from './screen-route.tsx'
import { CrashPage } from './screens/crash-page.tsx'
import { CrashScreen } from './screens/crash-screen.tsx'
import { Home } from './screens/home.tsx'
import { Shell } from './shell/shell.tsx'

const MapSearchButton = part(() => import('#features/trail-map/map-search.tsx').then((m) => m.MapSearchButton))

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

const SHELL = 'shell'

/** Home and the map. All other screens come with `later-routes.tsx`, once one of them is asked for. */
export const routes: RouteObject[] = [
  {
    id: SHELL,
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
      screen('/map', 'Map', null, () => import('./screens/map-page.tsx').then((m) => m.MapPage), {
        fills: true,
        TopBarAction: MapSearchButton,
      }),
      // Also what is drawn if the other screens do not come.
      { path: '*', element: <Navigate to="/404" replace />, errorElement: <CrashScreen /> },
    ],
  },
]

/** Asked by the router wherever the routes it knows do not name the address whole; what it has been given already it leaves out. */
export const findLaterRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { laterRoutes } = await import('./later-routes.tsx')
  patch(SHELL, laterRoutes)
}
