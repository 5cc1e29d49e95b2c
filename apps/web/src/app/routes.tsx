import { Navigate, type RouteObject } from 'react-router'
import { CrashScreen } from './crash-screen.tsx'
import { Home } from './home.tsx'
import { type RouteHandle, Shell } from './shell.tsx'

const titled = (title: string): { handle: RouteHandle; errorElement: React.ReactNode } => ({
  handle: { title },
  errorElement: <CrashScreen />,
})

/** Every screen and its title. Home is in the first download; each other screen comes with its own. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      { path: '/', element: <Home />, ...titled('Home') },
      { path: '/404', lazy: async () => ({ Component: (await import('./not-found.tsx')).NotFound }), ...titled('Page Not Found') },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
]
