import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { theme, themeVariables } from '#ui/theme/theme.ts'

/** Creates emotion's style cache without vendor prefixes: every supported browser works without them, and they are a third of the CSS. */
export const createStyles = (nonce: string) => createCache({ key: 'css', nonce, stylisPlugins: [] })

// MUI would write the theme variables after the page's content, so a page painted while loading would first have no colours or lines and
// then jump. The provider accepts this setting, but its types include only the newer name.
const withoutSheets = { disableStyleSheetGeneration: true }

/**
 * Provides styles and the theme to the app. The theme follows the system's light or dark mode until the person chooses one. The browser and
 * the prerenderer use the same component.
 */
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
