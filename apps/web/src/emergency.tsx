/**
 * /emergency and /m/{code} as a page of their own: React and these screens, without router, MUI and the rest of the app, so that it
 * stands on a cold phone before the app would. Inside the app the same screen opens as a layer (app/emergency-link.tsx).
 */
import 'virtual:design-tokens.css'
import './features/emergency/emergency-page.css'
import { startServiceWorker } from '#platform/service-worker-registration.ts'
import { startPageData } from './data/page-data.ts'
import { EmergencyPage } from './features/emergency/emergency-page.tsx'
import { renderOver } from './lib/render-over.ts'

startPageData()

renderOver(<EmergencyPage path={location.pathname} network={null} />)

if (import.meta.env.PROD) startServiceWorker()
// Only the open hazards of a brief ask who is signed in; everything else is for everybody.
import('./data/session.ts').then(
  ({ startSession }) => startSession(),
  (error: unknown) => console.warn('nobody is signed in here', error),
)
