/**
 * Renders pages outside the browser. The server loads this file from the build and inserts the result into the served page. The browser
 * then renders over it with the same components, so nothing jumps.
 */

import { styled } from '@mui/material/styles'
import { isNamedFrame } from '@trailwarden/api'
import { buildTrailIndex } from '@trailwarden/domain'
import type { PageData, SiteBundle, Trail } from '@trailwarden/site'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { FRAMES, FrameContent, sharedFrame } from '#app/frames.tsx'
import { Alerts } from '#app/screens/alerts.tsx'
import { MapPreview } from '#app/screens/map-preview.tsx'
import { NotFound } from '#app/screens/not-found.tsx'
import { createStyles, Frame } from '#app/shell/frame.tsx'
import { Shell } from '#app/shell/shell.tsx'
import { PrerenderedAt } from '#platform/clock.ts'
import { Home } from './app/screens/home.tsx'
import { setPageData, usePageData } from './data/page-data.ts'
import { EmergencyPage } from './features/emergency/emergency-page.tsx'
import { aboutGuidePage } from './features/guide/about-guide-page.ts'
import { BOOK_TITLES, type GuidePages } from './features/guide/guide-pages.ts'
import { GuideScreen, type GuideView } from './features/guide/guide-screen.tsx'
import { GuideSearchButton } from './features/guide/guide-search.tsx'
import { TrailsInformation } from './features/trail-status/trails-information.tsx'
import { aboutTrail, aboutTrails } from './features/trails/page/about-trails.ts'
import { Trails } from './features/trails/trails.tsx'
import { formatDateTime } from './lib/dates.ts'
import { StatusBand } from './parts/status/status-band.tsx'
import { useShownTrails } from './parts/status/trail-conditions.ts'
import { type SiteData, setSiteData } from './parts/trail/site-data.ts'
import { trailPath } from './parts/trail/trail-words.ts'

/** Placeholder for the nonce of each response. */
export const NONCE = '%NONCE%'

/** With scripts off, hides elements that need scripts, and lets home's map fill its space. */
const WITHOUT_SCRIPTS = `<noscript><style nonce="${NONCE}">[data-needs-script]{display:none!important}noscript[data-map]{display:grid}</style></noscript>`

/** Renders home with the current notices and external warnings. The app downloads these separately, which takes time. */
export const prerenderHome = (data: PageData, now: string): string =>
  WITHOUT_SCRIPTS + renderHome(data, now, data.site.homePictures && <MapPreview pictures={data.site.homePictures} />)

const renderHome = (data: PageData, now: string, writtenMap?: ReactNode): string =>
  renderRoutes(
    framed(
      '/',
      'Home',
      <>
        <Alerts />
        <Home writtenMap={writtenMap} />
      </>,
    ),
    '/',
    data,
    now,
  )

function renderRoutes(of: RouteObject[], path: string, data: PageData, now: string, loaderData: Record<string, unknown> = {}): string {
  // Rendering is synchronous, so another request can't replace the data in between.
  setPageData(data)
  const router = createMemoryRouter(of, { initialEntries: [path], hydrationData: { loaderData } })
  return stylesFirst(
    renderToString(
      <PrerenderedAt value={Date.parse(now)}>
        <Frame styles={createStyles(NONCE)}>
          <RouterProvider router={router} />
        </Frame>
      </PrerenderedAt>,
    ),
  )
}

/** Elements whose content isn't known in a cached page: the current trail status and who is logged in. */
const NOT_KNOWN_YET = [
  '[aria-labelledby=trails-information] :is(li svg,b,p,time,[data-upcoming])',
  // The page's first script sets this attribute. The menu shows the person's name, and its items depend on their role.
  '[data-person] :is(a[href^="/login"],nav[aria-label="Main menu"])',
]

/** Shown in the cached home when the app cannot start. */
const NOT_STARTED_NOTE =
  '<p class="not-started" role="status">The app couldn’t start, so we can’t show trail status. <a href="">Try again</a></p>'

/**
 * Renders home for the service worker's cache. It is shown before the app has started. It has space for trail status but doesn't contain
 * it, because the page is cached for weeks, and an old "Open" would look current until the app has started and shows its age.
 */
export function prerenderHomeShell(data: PageData, now: string): string {
  // Omits notices and external warnings, because cached ones would be outdated too.
  const { warnings: _, ...page } = data
  const known = { ...page, status: page.status && { ...page.status, notices: [] } }
  return `<style nonce="${NONCE}">${NOT_KNOWN_YET}{visibility:hidden}html:not([data-failed]) .not-started{display:none}</style>${NOT_STARTED_NOTE}${renderHome(known, now)}`
}

/** Hides what the server doesn't know about a logged-in person: the menu's items, and which screens the bottom bar offers. */
const NOT_THE_PERSONS = `<style nonce="${NONCE}">[data-person] :is(a[href^="/login"],nav[aria-label="Main menu"],nav[aria-label="Main"]>:is([href="/trails"],[href="/report"])){visibility:hidden}</style>`

/** Hides the empty boxes with scripts off. */
const WITHOUT_BLOCKS = `<noscript><style nonce="${NONCE}">[data-blocks]{display:none!important}</style></noscript>`

/** Buttons do nothing until the app has started, so until then they can't be pressed. */
const withInertButtons = (markup: string) => markup.replaceAll('<button ', '<button inert ')

/** The Login link would lead back to the address of the shared frame, and Go Back would be wrong on half of the screens. */
const NOT_SHARED = `<style nonce="${NONCE}">header :is(a[href^="/login"],[aria-label="Go Back"]){visibility:hidden}</style>`

/**
 * Renders the frame that a screen has until its files have loaded. Only the frame of the map contains trail status. The shared frame at any
 * other path contains none, because the service worker caches it for weeks.
 */
export function prerenderFrame(data: PageData, now: string, path: string): string {
  const isShared = !isNamedFrame(path)
  const { title, fills = false, content } = isShared ? sharedFrame(data.site.label) : FRAMES[path]
  const screen = [{ element: <Shell />, children: [{ path, element: <FrameContent content={content} />, handle: { title, fills } }] }]
  return NOT_THE_PERSONS + WITHOUT_BLOCKS + (isShared ? NOT_SHARED : '') + withInertButtons(renderRoutes(screen, path, data, now))
}

/**
 * Renders trail status as on home, for an iframe in other sites' pages, with a link to home. It isn't a `main` because the page around it
 * has one.
 */
export function prerenderEmbed(data: PageData, now: string): string {
  setPageData(data)
  return stylesFirst(
    renderToString(
      <PrerenderedAt value={Date.parse(now)}>
        <Frame styles={createStyles(NONCE)}>
          <TrailsInformation more={<a href="/">{data.site.label}</a>} />
        </Frame>
      </PrerenderedAt>,
    ),
  )
}

const EmbedFrame = styled('section')({ '& h2': { padding: '12px 16px', fontSize: 18 }, '& > p': { padding: '10px 16px' } })

function TrailEmbed({ trail, label }: { trail: Trail; label: string }) {
  const { site, status } = usePageData()
  return (
    <EmbedFrame aria-labelledby="trail">
      <h2 id="trail">{trail.name}</h2>
      <StatusBand status={useShownTrails(true)(trail)} />
      <p>
        {status && `As of ${formatDateTime(new Date(status.asOf), site.timeZone)}. `}
        <a href={trailPath(trail)}>{label}</a>
      </p>
    </EmbedFrame>
  )
}

/** Renders the trail status of one trail for an iframe in other sites' pages. */
export function prerenderTrailEmbed(data: PageData, bundle: SiteBundle, trailId: string, now: string): string {
  setPageData(data)
  const trail = bundle.trails.find(({ id }) => id === trailId)
  return stylesFirst(
    renderToString(
      <PrerenderedAt value={Date.parse(now)}>
        <Frame styles={createStyles(NONCE)}>{trail && <TrailEmbed trail={trail} label={data.site.label} />}</Frame>
      </PrerenderedAt>,
    ),
  )
}

/** The index is built once per bundle, because a server uses only one bundle at a time. */
const networks = new WeakMap<SiteBundle, SiteData>()

function networkOf(bundle: SiteBundle): SiteData {
  const network = networks.get(bundle) ?? { bundle, index: buildTrailIndex(bundle) }
  networks.set(bundle, network)
  return network
}

/**
 * Renders /emergency and /m/{code}. The server's page for a post is already complete, so people who scan the post's code don't have to wait
 * for anything else.
 */
export function prerenderEmergency(data: PageData, bundle: SiteBundle, path: string): string {
  setPageData(data)
  return renderToString(<EmergencyPage path={path} network={path === '/emergency' ? null : networkOf(bundle)} />)
}

/**
 * Returns a route with one screen in the app's frame. Doesn't use the app's own route, because that route downloads its screen separately,
 * which takes time.
 */
const framed = (path: string, title: string, screen: ReactNode): RouteObject[] => [
  { element: <Shell />, children: [{ path, element: screen, handle: { title } }] },
]

/**
 * Renders /trails and /trails/{slug}. The server's pages are already complete, and the same screen replaces them when the app has started.
 */
export function prerenderTrails(data: PageData, bundle: SiteBundle, { path, now, publicUrl }: PageAddress) {
  const trail = bundle.trails.find((one) => trailPath(one) === path)
  const network = networkOf(bundle)
  setSiteData(network)
  try {
    const screen = framed('/trails/:slug?', trail?.name ?? 'Trails', <Trails />)
    const markup = WITHOUT_SCRIPTS + renderRoutes(screen, path, data, now)
    return { ...(trail ? aboutTrail(network, data.site, trail, publicUrl) : aboutTrails(network, data.site, publicUrl)), markup }
  } finally {
    setSiteData(null)
  }
}

/**
 * Renders /information/{page} and /help/{page}. The server's pages are already complete, and the same screen replaces them when the app has
 * started. Returns null if there is no such page.
 */
export function prerenderGuide(data: PageData, guide: GuidePages, { path, now, publicUrl }: PageAddress) {
  const [, book, name] = path.split('/')
  if (book !== 'information' && book !== 'help') return null
  const pages = guide[book]
  const page = name === undefined ? pages[0] : pages.find((one) => one.path === name)
  if (!page) return null
  const view: GuideView = { book, pages: guide, page }
  const route = {
    id: 'guide',
    path,
    element: <GuideScreen />,
    loader: () => view,
    handle: { title: BOOK_TITLES[book], nameOf: () => page.name, TopBarAction: GuideSearchButton },
  }
  const markup = renderRoutes([{ element: <Shell />, children: [route] }], path, data, now, { guide: view })
  return {
    ...aboutGuidePage(page, data.site, new URL(path, publicUrl).href),
    markup: NOT_THE_PERSONS + WITHOUT_SCRIPTS + withInertButtons(markup),
  }
}

type PageAddress = { path: string; now: string; publicUrl: string }

export const prerenderNotFound = (data: PageData, now: string): string =>
  renderRoutes(framed('/', 'Page Not Found', <NotFound />), '/', data, now)

const STYLE = /<style data-emotion="(css(?:-global)?) ([^"]+)"[^>]*>([^<]*)<\/style>/g

/** Matches a declaration of one of the theme's variables. */
const VARIABLE = /(--mui-[\w-]+):[^;}]*;?/g

/**
 * Moves all styles in front of the content. Emotion writes each style before the first element that uses it, so the browser might paint
 * half a row. One element lists the names of all its styles, so that emotion finds them again in the browser.
 *
 * Only the theme's variables that the page uses are sent, which is about a fifth of them. Their element has no name, so emotion doesn't
 * mistake it for the full set, and adds the full set when the app starts.
 */
function stylesFirst(markup: string): string {
  const used = new Set([...markup.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const globals: string[] = []
  const names: string[] = []
  let css = ''
  const content = markup.replace(STYLE, (element, kind: string, name: string, rules: string) => {
    if (rules.startsWith(':root{--mui-')) {
      const usedRules = rules.replace(VARIABLE, (declaration, name: string) => (used.has(name) ? declaration : ''))
      globals.push(`<style nonce="${NONCE}">${usedRules}</style>`)
    } else if (kind === 'css-global') globals.push(element)
    else {
      names.push(name)
      css += rules
    }
    return ''
  })
  return `${globals.join('')}<style data-emotion="css ${names.join(' ')}" nonce="${NONCE}">${css}</style>${content}`
}
