/**
 * /emergency and /m/{code} as separate pages. They contain only React and these screens, without router, MUI and the rest of the app, so
 * that they open faster than the app on a phone without cached files. In the app, the same screen opens as a layer
 * (app/emergency-link.tsx).
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
// The server renders a post's page completely. Its markup remains until the browser can render the same content, so that nothing on the
// page moves.
if (location.pathname.startsWith('/m/')) loadSiteData().then(show, show)
else show()

if (import.meta.env.PROD) startServiceWorker()
// Only the list of open hazards on a post's page depends on the session. Everything else is public.
import('./data/session.ts').then(
  ({ startSession }) => startSession(),
  (error: unknown) => console.warn('couldn’t load the session', error),
)
