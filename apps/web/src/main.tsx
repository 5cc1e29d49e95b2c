import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createStyles, Frame } from '#app/shell/frame.tsx'
import { followPerson } from '#data/device-session.ts'
import { awaitInstallOffer } from '#platform/install-offer.ts'
import { startServiceWorker } from '#platform/service-worker-registration.ts'
import { findLaterRoutes, routes } from './app/routes.tsx'
import { refreshSite, startPageData } from './data/page-data.ts'
import { signedInPerson, startSession } from './data/session.ts'
import { renderOver } from './lib/render-over.ts'

function start(): void {
  awaitInstallOffer()
  startPageData()
  startSession()

  // The database is being opened while the screen is drawn.
  void followPerson(signedInPerson())

  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.content ?? ''
  const styles = createStyles(nonce)
  // The router remembers by this key where one had scrolled, and gives none to a page that is opened by its address: all of them would
  // share one place.
  if (!history.state?.key) history.replaceState({ ...history.state, key: crypto.randomUUID() }, '')
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: findLaterRoutes })

  const draw = () =>
    renderOver(
      <Frame styles={styles}>
        <RouterProvider router={router} />
      </Frame>,
    )
  // Pages of trails are served whole (prerender.tsx): they stay until the same can be drawn over them.
  if (router.state.initialized || !location.pathname.startsWith('/trails')) draw()
  else {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      draw()
    })
  }

  if (import.meta.env.PROD) startServiceWorker()
  void refreshSite()
}

// Set by the page's first script, which then says so. The served page stays as it is.
if (!('tooOld' in document.documentElement.dataset)) start()
