/** The server inserts the rendered page, and the browser renders over it with the same components, so that nothing jumps. */

import { isNamedFrame } from '@trailwarden/api'
import { buildTrailIndex } from '@trailwarden/domain'
import type { PageData, SiteBundle, Trail } from '@trailwarden/site'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { FRAMES, FrameContent, sharedFrame } from '#app/frames.tsx'
import { aboutScreen, type Preview, statusPreview, trailPreview } from '#app/page-preview.ts'
import { Alerts } from '#app/screens/alerts.tsx'
import { MapPreview, ServedMap } from '#app/screens/map-preview.tsx'
import { NotFound } from '#app/screens/not-found.tsx'
import { createStyles, Frame } from '#app/shell/frame.tsx'
import { Shell } from '#app/shell/shell.tsx'
import { PrerenderedAt } from '#platform/clock.ts'
import { styled } from '#ui/styled.ts'
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

export { firstLines } from './parts/map/first-lines.ts'

export const NONCE = '%NONCE%'

/** With scripts off, elements that need scripts are hidden, and home's map fills its space. */
const WITHOUT_SCRIPTS = `<noscript><style nonce="${NONCE}">[data-needs-script]{display:none!important}noscript[data-map]{display:grid}</style></noscript>`

export const prerenderHome = (data: PageData, now: string): string =>
  WITHOUT_SCRIPTS +
  renderHome(
    data,
    now,
    data.site.homePictures && (
      <noscript data-map>
        <MapPreview pictures={data.site.homePictures} />
      </noscript>
    ),
  )

const renderHome = (data: PageData, now: string, mapWithoutScripts?: ReactNode): string =>
  renderRoutes(
    framed(
      '/',
      'Home',
      <>
        <Alerts />
        <Home
          servedMap={
            <>
              {data.site.homePictures && <ServedMap pictures={data.site.homePictures} />}
              {mapWithoutScripts}
            </>
          }
        />
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

/** A cached page doesn't know the current trail status or who is logged in. */
const NOT_KNOWN_YET = [
  '[aria-labelledby=trails-information] :is(li svg,b,p,time,[data-upcoming])',
  // The page's first script sets this attribute. The menu shows the person's name, and its items depend on their role.
  '[data-person] :is(header :is(a[href^="/login"],a[href="/report"]),nav[aria-label="Main menu"])',
]

const NOT_STARTED_NOTE =
  '<p class="not-started" role="status">The app couldn’t start, so we can’t show trail status. <a href="">Try again</a></p>'

/**
 * The page has space for trail status but no status, because it is cached for weeks, and an old "Open" would look current until the app has
 * started.
 */
export function prerenderHomeShell(data: PageData, now: string): string {
  // Notices and external warnings in a cached page would be outdated too.
  const { warnings: _, ...page } = data
  const known = { ...page, status: page.status && { ...page.status, notices: [] } }
  return `<style nonce="${NONCE}">${NOT_KNOWN_YET}{visibility:hidden}html:not([data-failed]) .not-started{display:none}</style>${NOT_STARTED_NOTE}${renderHome(known, now)}`
}

/** The server doesn't know the logged-in person, so it can't know which items of the menu and the bottom bar they see. */
const NOT_THE_PERSONS = `<style nonce="${NONCE}">[data-person] :is(header :is(a[href^="/login"],a[href="/report"]),nav[aria-label="Main menu"],nav[aria-label="Main"]>:is([href="/trails"],[href="/report"])){visibility:hidden}</style>`

const WITHOUT_BLOCKS = `<noscript><style nonce="${NONCE}">[data-blocks]{display:none!important}</style></noscript>`

const withInertButtons = (markup: string) => markup.replaceAll('<button ', '<button inert ')

/** The Login link would lead back to the address of the shared frame, and Go Back would be wrong on half of the screens. */
const NOT_SHARED = `<style nonce="${NONCE}">header :is(a[href^="/login"],[aria-label="Go Back"]){visibility:hidden}</style>`

/** The service worker caches the shared frame for weeks, so it contains no trail status. Only the frame of the map does. */
export function prerenderFrame(data: PageData, bundle: SiteBundle, now: string, path: string): string {
  const isShared = !isNamedFrame(path)
  const { title, fills = false, content } = isShared ? sharedFrame(data.site.label) : FRAMES[path]
  const screen = [{ element: <Shell />, children: [{ path, element: <FrameContent content={content} />, handle: { title, fills } }] }]
  setSiteData(path === '/map' ? networkOf(bundle) : null)
  try {
    return NOT_THE_PERSONS + WITHOUT_BLOCKS + (isShared ? NOT_SHARED : '') + withInertButtons(renderRoutes(screen, path, data, now))
  } finally {
    setSiteData(null)
  }
}

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

/** A server uses only one bundle at a time, so the index is built once per bundle. */
const networks = new WeakMap<SiteBundle, SiteData>()

function networkOf(bundle: SiteBundle): SiteData {
  const network = networks.get(bundle) ?? { bundle, index: buildTrailIndex(bundle) }
  networks.set(bundle, network)
  return network
}

/** The server's page for a post is complete, so people who scan the post's code don't have to wait for anything else. */
export function prerenderEmergency(data: PageData, bundle: SiteBundle, path: string): string {
  setPageData(data)
  return renderToString(<EmergencyPage path={path} network={path === '/emergency' ? null : networkOf(bundle)} />)
}

/** The app's own route downloads its screen separately, which takes time. */
const framed = (path: string, title: string, screen: ReactNode): RouteObject[] => [
  { element: <Shell />, children: [{ path, element: screen, handle: { title } }] },
]

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

/** The result is null if there is no such page. */
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

export { aboutScreen }

/** Shows the status of the trail if the page is about one, and otherwise of all networks. */
export function prerenderPreview(data: PageData, bundle: SiteBundle, path: string, now: string): Preview {
  const trail = bundle.trails.find((one) => trailPath(one) === path)
  return trail ? trailPreview(data, trail, new Date(now)) : statusPreview(data, new Date(now))
}

export const prerenderNotFound = (data: PageData, now: string): string =>
  renderRoutes(framed('/', 'Page Not Found', <NotFound />), '/', data, now)

const STYLE = /<style data-emotion="(css(?:-global)?) ([^"]+)"[^>]*>([^<]*)<\/style>/g

/** Captures the name of each theme variable that a style sheet declares. */
const VARIABLE = /(--colour-\w+):[^;}]*;?/g

/**
 * Emotion writes each style before the first element that uses it, so the browser might paint half a row. Only the theme variables that the
 * page uses are sent, about a fifth, in an element without a name, so that emotion adds the full set later.
 */
function stylesFirst(markup: string): string {
  const used = new Set([...markup.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const globals: string[] = []
  const names: string[] = []
  let css = ''
  const content = markup.replace(STYLE, (element, kind: string, name: string, rules: string) => {
    if (rules.startsWith(':root{color-scheme:')) {
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
