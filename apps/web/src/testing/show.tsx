import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { theme } from '#ui/theme/theme.ts'

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
