/**
 * main.tsx loads this file only when one of its routes is opened, because the routes' file names would take up a tenth of home's first
 * download.
 */
import type { ComponentType, ReactNode } from 'react'
import { type LoaderFunction, Navigate, type RouteObject, replace, useLoaderData } from 'react-router'
import { signedInPerson } from '#data/session.ts'
import type { Book } from '#features/guide/guide-pages.ts'
import type { GuideView } from '#features/guide/guide-screen.tsx'
import { nextPath } from '#lib/next-path.ts'
import type { FeatureScreen } from '#parts/feature.ts'
import { part } from '#ui/part.tsx'
import { FEATURES } from './features.ts'
import { redirectFrom } from './guard.ts'
import { Fetched, fetched, type Held, screen, titled } from './screen-route.tsx'
import type { TabSections, TabSectionsProps } from './screens/tab-sections.tsx'
import { guardOf, sectionsOf, type Tab, tabsOf, toFirstTab } from './tabs.ts'

const GuideSearchButton = part(() => import('#features/guide/guide-search.tsx').then((m) => m.GuideSearchButton))

const SiteNotice = part(() => import('./shell/bars/site-notice.tsx').then((m) => m.SiteNotice))

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
      nameOf: (view) => (view as GuideView | undefined)?.page?.name,
      TopBarAction: GuideSearchButton,
    }),
  }
}

/** Login and registration redirect people who are already logged in to the page that they wanted. */
const visitorsOnly: LoaderFunction = ({ request }) => {
  const url = new URL(request.url)
  return signedInPerson() ? redirectFrom(url, nextPath(url.search, url.origin)) : null
}

const guardFor = (access: FeatureScreen['access']) => (access === 'everyone' ? null : access === 'visitors' ? visitorsOnly : access)

type LoadedTab = { Screen: ComponentType; sections: (TabSectionsProps & { Frame: typeof TabSections }) | null }

function TabScreen() {
  // The cast is safe because the loader below returns this type or redirects.
  const { Screen, sections } = useLoaderData() as LoadedTab
  if (!sections) return <Screen />
  const { Frame, ...of } = sections
  return (
    <Frame {...of}>
      <Screen />
    </Frame>
  )
}

async function loadTab(base: string, tabs: readonly Tab[], tab: Tab): Promise<LoadedTab> {
  const sections = sectionsOf(tabs, tab)
  if (!sections) return { Screen: await tab.load(), sections }
  const [Screen, { TabSections: Frame }] = await Promise.all([tab.load(), import('./screens/tab-sections.tsx')])
  return { Screen, sections: { Frame, base, ...sections } }
}

/** The path /{base} redirects to the first tab that the person may open. */
const tabPage = (page: Tab['page'], title: string, above?: ReactNode): RouteObject => {
  const [base, tabs] = [`/${page}`, tabsOf(page)]
  return {
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
          return (await guardOf(tab)(args, context)) || loadTab(base, tabs, tab)
        },
        element: <TabScreen />,
      },
    ],
  }
}

export const laterRoutes: RouteObject[] = [
  { path: '/information', element: <Navigate to="/information/about" replace /> },
  { path: '/information/:path', ...guide('information', 'Information') },
  { path: '/help/:path?', ...guide('help', 'Help') },
  ...FEATURES.flatMap(({ screens = [] }) => screens.map(({ path, title, access, load }) => screen(path, title, guardFor(access), load))),
  tabPage('actions', 'Actions'),
  tabPage('account', 'Account'),
  tabPage('management', 'Management', <SiteNotice />),
  screen('/access-denied', 'Access Denied', null, () => import('./screens/access-denied.tsx').then((m) => m.AccessDenied)),
  screen('/404', 'Page Not Found', null, () => import('./screens/not-found.tsx').then((m) => m.NotFound)),
]
