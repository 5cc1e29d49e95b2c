import { lazy } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import type { Book } from '#features/guide/guide-pages.ts'
import type { GuideView } from '#features/guide/guide-screen.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { Home } from './home.tsx'
import { type RouteHandle, Shell } from './shell.tsx'

const titled = (title: string, more: Omit<RouteHandle, 'title'> = {}): { handle: RouteHandle; errorElement: React.ReactNode } => ({
  handle: { title, ...more },
  errorElement: <CrashScreen />,
})

const GuideSearchButton = lazy(async () => ({ default: (await import('#features/guide/guide-search.tsx')).GuideSearchButton }))

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

/** Every screen and its title. Home is in the first download; each other screen comes with its own. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      { path: '/', element: <Home />, ...titled('Home') },
      { path: '/information', element: <Navigate to="/information/about" replace /> },
      { path: '/information/:path', ...guide('information', 'Information') },
      { path: '/help/:path?', ...guide('help', 'Help') },
      { path: '/404', lazy: async () => ({ Component: (await import('./not-found.tsx')).NotFound }), ...titled('Page Not Found') },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
]
