/** P1 compares home with this smallest possible page with React and its router. */
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link } from 'react-router'
import { RouterProvider } from 'react-router/dom'

const router = createBrowserRouter([
  { path: '/', element: <Link to="/other">Other</Link> },
  { path: '/other', element: <Link to="/">Home</Link> },
])

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(<RouterProvider router={router} />)
