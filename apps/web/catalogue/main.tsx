/** `npm run catalogue` shows the components without a server. It isn't part of the product's build. */

import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createStyles, Frame } from '#app/shell/frame.tsx'
import { Button } from '#ui/button.tsx'
import { ToastList } from '#ui/feedback/toast-list.tsx'
import { styled } from '#ui/styled.ts'
import { useColourScheme } from '#ui/theme/colour-scheme.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { STORIES } from './stories.tsx'

const Page = styled('main')({
  display: 'grid',
  gap: 24,
  maxWidth: 760,
  padding: 16,
  margin: '0 auto',
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 16 },
  '& > header a': { color: colour('link') },
  '& > section': { display: 'grid', gap: 12, justifyItems: 'start', scrollMarginTop: 16 },
  '& > section > div': { display: 'grid', gap: 12, width: '100%', justifyItems: 'start' },
  '& > section > h2': { fontSize: rem(20) },
})

function Catalogue() {
  const { mode, setMode } = useColourScheme()
  const other = mode === 'dark' ? 'light' : 'dark'
  return (
    <Page>
      <header>
        <h1>Components</h1>
        <Button variant="outlined" onClick={() => setMode(other)}>
          Use {other} colours
        </Button>
        {STORIES.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </header>
      {STORIES.map(({ name, Story }) => (
        <section key={name} id={name} aria-label={name}>
          <h2>{name}</h2>
          <div>
            <Story />
          </div>
        </section>
      ))}
      <ToastList />
    </Page>
  )
}

const router = createMemoryRouter([{ path: '*', element: <Catalogue /> }])
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Frame styles={createStyles('')}>
      <RouterProvider router={router} />
    </Frame>,
  )
