/**
 * Renders pages outside the browser: the server loads this file from the build and writes the result into the served page.
 * The browser then renders over it; both come from the same components, so nothing jumps.
 */
import type { PageData } from '@trailwarden/site'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createStyles, Frame } from './app/frame.tsx'
import { routes } from './app/routes.tsx'
import { PrerenderedAt } from './data/clock.ts'
import { setPageData } from './data/page-data.ts'

/** Stands wherever the nonce of a reply has to be. */
export const NONCE = '%NONCE%'

export function prerenderHome(data: PageData, now: string): string {
  // Rendering is synchronous, so the data cannot be another request's.
  setPageData(data)
  const router = createMemoryRouter(routes, { initialEntries: ['/'] })
  return renderToString(
    <PrerenderedAt value={Date.parse(now)}>
      <Frame styles={createStyles(NONCE)}>
        <RouterProvider router={router} />
      </Frame>
    </PrerenderedAt>,
  )
}
