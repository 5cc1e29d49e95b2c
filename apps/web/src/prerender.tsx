/**
 * Renders pages outside the browser: the server loads this file from the build and writes the result into the served page.
 * The browser then renders over it; both come from the same components, so nothing jumps.
 */

import { styled } from '@mui/material/styles'
import { buildTrailIndex } from '@trailwarden/domain'
import type { PageData, SiteBundle, Trail } from '@trailwarden/site'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { Alerts } from '#app/screens/alerts.tsx'
import { NotFound } from '#app/screens/not-found.tsx'
import { createStyles, Frame } from '#app/shell/frame.tsx'
import { Shell } from '#app/shell/shell.tsx'
import { PrerenderedAt } from '#platform/clock.ts'
import { Home } from './app/screens/home.tsx'
import { setPageData, usePageData } from './data/page-data.ts'
import { EmergencyPage } from './features/emergency/emergency-page.tsx'
import { TrailsInformation } from './features/trail-status/trails-information.tsx'
import { aboutTrail, aboutTrails } from './features/trails/about-trails.ts'
import { Trails } from './features/trails/trails.tsx'
import { formatDateTime } from './lib/dates.ts'
import { type SiteData, setSiteData } from './parts/site-data.ts'
import { StatusBand } from './parts/status-band.tsx'
import { useShownTrails } from './parts/trail-conditions.ts'
import { trailPath } from './parts/trail-words.ts'

/** Stands wherever the nonce of a reply has to be. */
export const NONCE = '%NONCE%'

/** With the notices and the warnings by others that hold now: in the app they come with a download of their own, which takes time. */
export const prerenderHome = (data: PageData, now: string): string =>
  renderRoutes(
    framed(
      '/',
      'Home',
      <>
        <Alerts />
        <Home />
      </>,
    ),
    '/',
    data,
    now,
  )

function renderRoutes(of: RouteObject[], path: string, data: PageData, now: string): string {
  // Rendering is synchronous, so the data cannot be another request's.
  setPageData(data)
  const router = createMemoryRouter(of, { initialEntries: [path] })
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

/** What a cached page cannot know: how the trails are now, and who is looking. */
const NOT_KNOWN_YET = [
  '[aria-labelledby=trails-information] :is(li svg,b,p,time)',
  // Set by the page's first script. The menu names the person, and what it offers depends on them.
  '[data-person] :is(a[href^="/login"],nav[aria-label="Main menu"])',
]

/** Shown in the cached home when the app cannot start. */
const NOT_STARTED_NOTE =
  '<p class="not-started" role="status">The app could not start, so trail status is not shown. <a href="">Try again</a></p>'

/**
 * Home as the service worker caches it: painted before the app has started, and with room for trail status but without it. Cached for
 * weeks, an "Open" would stand there as fresh as on its first day until the app is there to say how old it is.
 */
export function prerenderHomeShell(data: PageData, now: string): string {
  // Nor notices, nor what others warn of: those are from another day as well.
  const { warnings: _, ...page } = data
  const known = { ...page, status: page.status && { ...page.status, notices: [] } }
  return `<style nonce="${NONCE}">${NOT_KNOWN_YET}{visibility:hidden}html:not([data-failed]) .not-started{display:none}</style>${NOT_STARTED_NOTE}${prerenderHome(known, now)}`
}

/** Seconds after which the page shows what it carries, should the app not have started; a failed file shows it at once (index.html). */
const PATIENCE_S = 8

// Not our own font: text that is laid out before the font has come, though nobody sees it, would keep the whole page from using it
// (optional).
const NOT_STARTED_STYLE = `.not-started{box-sizing:border-box;max-width:560px;margin:0 auto;padding:16px;display:grid;gap:16px;visibility:hidden;animation:not-started 0s ${PATIENCE_S}s forwards}
@keyframes not-started{to{visibility:visible}}
.not-started,.not-started *{font-family:system-ui,sans-serif!important}
[data-failed] .not-started,[data-too-old] .not-started{visibility:visible}
.not-started>a{padding:16px;border-radius:12px;font-weight:600;text-align:center;color:var(--mui-palette-roles-link);border:1.5px solid var(--mui-palette-roles-outline);text-decoration:none}
.not-started>a[href="/emergency"]{background:var(--mui-palette-roles-emergency);color:var(--mui-palette-roles-onEmergency);border-color:transparent}`

/**
 * Every page but home until the app has started: nothing, as a rule, for the screen is drawn in a moment. If the app cannot start,
 * Emergency and trail status. In the page that the service worker caches, status would be old: there a link leads to it.
 */
export function prerenderNotStarted(data: PageData, now: string, isCached: boolean): string {
  setPageData(data)
  const markup = renderToString(
    <PrerenderedAt value={Date.parse(now)}>
      <Frame styles={createStyles(NONCE)}>
        <main className="not-started">
          <a href="/emergency">Emergency</a>
          <div role="status">
            <h1>The app has not started yet</h1>
            <p>It may still be loading, or part of it could not be loaded.</p>
          </div>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself */}
          <a href="">Try again</a>
          {isCached ? <a href="/">Trail status</a> : <TrailsInformation />}
        </main>
      </Frame>
    </PrerenderedAt>,
  )
  const off = `<noscript><style nonce="${NONCE}">.not-started{visibility:visible}</style></noscript>`
  return `<style nonce="${NONCE}">${NOT_STARTED_STYLE}</style>${off}${stylesFirst(markup)}`
}

/**
 * Trail status alone, as home shows it, for a frame in other people's pages: a link leads from it to home. Not a `main`: the page around
 * it has one.
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

/** The same for one trail. */
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

/** Indexed once for each bundle: a server holds one and keeps it. */
const networks = new WeakMap<SiteBundle, SiteData>()

function networkOf(bundle: SiteBundle): SiteData {
  const network = networks.get(bundle) ?? { bundle, index: buildTrailIndex(bundle) }
  networks.set(bundle, network)
  return network
}

/** /emergency and /m/{code}. A post's page is whole as it is served: who scans its code needs nothing more to arrive. */
export function prerenderEmergency(data: PageData, bundle: SiteBundle, path: string): string {
  setPageData(data)
  return renderToString(<EmergencyPage path={path} network={path === '/emergency' ? null : networkOf(bundle)} />)
}

/** One screen in the app's frame. Not as the app's routes have it: there it comes with a download of its own, which takes time. */
const framed = (path: string, title: string, screen: ReactNode): RouteObject[] => [
  { element: <Shell />, children: [{ path, element: screen, handle: { title } }] },
]

/** What only scripts can do anything with is not shown without them. */
const WITHOUT_SCRIPTS = `<noscript><style nonce="${NONCE}">[data-needs-script]{display:none!important}</style></noscript>`

/** /trails and /trails/{slug}: whole as they are served, and followed by the same screen when the app has started. */
export function prerenderTrails(data: PageData, bundle: SiteBundle, { path, now, publicUrl }: TrailsAddress) {
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

type TrailsAddress = { path: string; now: string; publicUrl: string }

export const prerenderNotFound = (data: PageData, now: string): string =>
  renderRoutes(framed('/', 'Page Not Found', <NotFound />), '/', data, now)

const STYLE = /<style data-emotion="(css(?:-global)?) ([^"]+)"[^>]*>([^<]*)<\/style>/g

/** One of the theme's variables, as it is set. */
const VARIABLE = /(--mui-[\w-]+):[^;}]*;?/g

/**
 * Emotion writes each style in front of the first element that uses it. Gathered before the content, the browser meets the content in one
 * piece and does not paint half a row. One element lists the names of all its styles, which is how emotion finds them again in the
 * browser.
 *
 * Of the theme's variables only those that the page uses are sent, a fifth. Their element has no name: emotion does not take it for the
 * whole, and writes that when the app starts.
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
