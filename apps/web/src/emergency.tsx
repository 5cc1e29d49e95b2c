/**
 * /emergency and /m/{code} contain only React and their own screens, so that they open faster than the app on a phone without cached files.
 */
import 'virtual:design-tokens.css'
import './features/emergency/styles/emergency-page.css'
import { startServiceWorker } from '#platform/service-worker-registration.ts'
import { startPageData } from './data/start-page-data.ts'
import { EmergencyPage } from './features/emergency/emergency-page.tsx'
import { renderOver } from './lib/render-over.ts'
import { loadSiteData } from './parts/trail/site-data.ts'

startPageData()

const show = () => renderOver(<EmergencyPage path={location.pathname} network={null} />)
// The server's markup of a post's page stays until the browser can render the same content, so that nothing on the page moves.
if (location.pathname.startsWith('/m/')) loadSiteData().then(show, show)
else show()

if (import.meta.env.PROD) startServiceWorker()
import('./data/session.ts').then(
  ({ startSession }) => startSession(),
  (error: unknown) => console.warn('couldn’t load the session', error),
)
