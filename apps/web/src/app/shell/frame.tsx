import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { theme, themeVariables } from '#ui/theme.ts'

/**
 * Where styles are collected. Without emotion's vendor prefixes: every browser that runs the app does without them, and they are a third
 * of the CSS.
 */
export const createStyles = (nonce: string) => createCache({ key: 'css', nonce, stylisPlugins: [] })

// MUI would write the variables behind the page's content: a page painted while it arrived had neither colours nor lines, and then jumped.
// The provider knows this setting; the types of its newer name do not.
const withoutSheets = { disableStyleSheetGeneration: true }

/** Styles and theme around the app: light or dark as the system has it, until someone chooses. The same in the browser and when it is prerendered. */
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
