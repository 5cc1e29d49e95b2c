import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'

export function show(element: ReactElement) {
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '*', element: <h1>Another page</h1> },
  ])
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), router }
}
