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

function WarnedHome() {
  const { status, warnings } = usePageData()
  const served = document.getElementById('alerts')
  const map = document.getElementById('home-map')
  return (
    <>
      {(status?.notices?.[0] || warnings?.warnings[0]) && <Alerts fallback={<div ref={(box) => void (served && box?.append(served))} />} />}
      <Home {...(map && { servedMap: <div data-map ref={(box) => void box?.append(map)} /> })} />
    </>
  )
}

const SHELL = 'shell'

/** All other routes are in `later-routes.tsx`, so that their file names aren't part of home's first download. */
export const routes: RouteObject[] = [
  {
    id: SHELL,
    element: <Shell />,
    errorElement: <CrashPage />,
    children: [
      { path: '/', element: <WarnedHome />, ...titled('Home') },
      // Emergency and the post pages are a separate document (emergency.html), so links to these pages leave the app.
      ...['/emergency', '/m/*'].map((path) => ({
        path,
        loader: ({ request }: { request: Request }) => redirectDocument(new URL(request.url).pathname),
      })),
      screen('/map', 'Map', null, () => import('./screens/map-page.tsx').then((m) => m.MapPage), {
        fills: true,
        TopBarAction: MapSearchButton,
      }),
      // The router also shows the error element if the file with the other routes can't be loaded.
      { path: '*', element: <Navigate to="/404" replace />, errorElement: <CrashScreen /> },
    ],
  },
]

/** The router calls this function when no known route matches the whole address, and ignores routes that it already has. */
export const findLaterRoutes: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { laterRoutes } = await import('./later-routes.tsx')
  patch(SHELL, laterRoutes)
}
