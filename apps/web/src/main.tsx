import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createStyles, Frame } from '#app/shell/frame.tsx'
import { followPerson } from '#data/device/device-session.ts'
import { awaitInstallOffer } from '#platform/install-offer.ts'
import { startServiceWorker, whenMapIsDrawn } from '#platform/service-worker-registration.ts'
import { followColourScheme } from '#ui/theme/colour-scheme.ts'
import { findLaterRoutes, routes } from './app/routes.tsx'
import { signedInPerson, startSession } from './data/session.ts'
import { startPageData } from './data/start-page-data.ts'
import { renderOver } from './lib/render-over.ts'

function start(): void {
  awaitInstallOffer()
  followColourScheme()
  const settling = startPageData(true)
  startSession()

  void followPerson(signedInPerson())

  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.content ?? ''
  const styles = createStyles(nonce)
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: findLaterRoutes })

  const draw = () =>
    renderOver(
      <Frame styles={styles}>
        <RouterProvider router={router} />
      </Frame>,
    )
  const drawWhenReady = () => {
    // The server's markup (prerender.tsx) stays until the first screen has loaded.
    if (router.state.initialized) return draw()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      draw()
    })
  }
  if (settling) void settling.then(drawWhenReady)
  else drawWhenReady()

  if (import.meta.env.PROD) startServiceWorker(location.pathname === '/map' ? whenMapIsDrawn() : undefined)
}

// The page's first script sets `tooOld` in old browsers. The page from the server then stays unchanged.
if (!('tooOld' in document.documentElement.dataset)) start()
