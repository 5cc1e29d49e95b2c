/**
 * P12 measures this page, which isn't part of the product. `?rows=` sets the number of rows, `?of=users` shows people, and `?theme=dark`
 * uses the dark theme.
 */
import createCache from '@emotion/cache'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { Frame } from '../../../../../apps/web/src/app/shell/frame.tsx'
import { SampleActions } from './sample-actions.tsx'
import { SampleUsers } from './sample-users.tsx'

const asked = new URLSearchParams(location.search)
localStorage.setItem('theme', asked.get('theme') ?? 'light')
document.documentElement.dataset.theme = asked.get('theme') ?? 'light'
const rows = Number(asked.get('rows') ?? 10_000)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <Frame styles={createCache({ key: 'css' })}>
    <MemoryRouter>{asked.get('of') === 'users' ? <SampleUsers count={rows} /> : <SampleActions count={rows} />}</MemoryRouter>
  </Frame>,
)
