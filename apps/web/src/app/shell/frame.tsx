import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { theme, themeVariables } from '#ui/theme/theme.ts'

/** Every supported browser works without vendor prefixes, which are a third of the CSS. */
export const createStyles = (nonce: string) => createCache({ key: 'css', nonce, stylisPlugins: [] })

// MUI would write the theme variables after the page's content, so the first paint would lack colours and lines. The provider accepts this
// setting, but its types include only the newer name.
const withoutSheets = { disableStyleSheetGeneration: true }

/** The browser and the prerenderer use the same component, so that their markup matches. */
export function Frame({ styles, children }: { styles: EmotionCache; children: ReactNode }) {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="theme" {...withoutSheets}>
        <GlobalStyles styles={themeVariables} />
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
