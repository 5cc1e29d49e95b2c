import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { theme } from '#ui/theme/theme.ts'

/** Renders one component with the app's theme on a separate page. Every other path shows "Another page". */
export function show(element: ReactElement) {
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '*', element: <h1>Another page</h1> },
  ])
  render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  )
  return { user: userEvent.setup(), router }
}
