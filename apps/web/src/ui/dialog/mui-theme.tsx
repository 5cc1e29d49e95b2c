import { type CSSObject, Global } from '@emotion/react'
import { createTheme, type Theme, type ThemeOptions, ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { colour } from '../theme/theme.ts'
import tokens from '../theme/tokens.json'

/** MUI's types don't expose these parts of a theme. */
type WholeTheme = Theme & { colorSchemes?: object; generateStyleSheets: () => CSSObject[] }

// A menu has the same colour as the cards below it, and its shadow is invisible on a dark page.
const paper = { '[data-theme=dark] &': { border: `1px solid ${colour('line')}` } }

const theme = createTheme({
  // The cast is safe because the tokens have the format that `createTheme` expects. JSON only widens their literal strings.
  ...(tokens as unknown as ThemeOptions),
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    // Shadows and lines show elevation. By default, MUI would also lighten every dialog and menu in the dark theme.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiMenu: { styleOverrides: { paper } },
    MuiPopover: { styleOverrides: { paper } },
  },
}) as WholeTheme

const variables = theme.generateStyleSheets()
// If the theme had colour schemes, MUI would manage the choice of theme, as theme/colour-scheme.ts does.
delete theme.colorSchemes

/** Only dialogs, menus, drawers and popovers use MUI, so home's first download doesn't include it. */
export function MuiTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={theme}>
      <Global styles={variables} />
      {children}
    </ThemeProvider>
  )
}
