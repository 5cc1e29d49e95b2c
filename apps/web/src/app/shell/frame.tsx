import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider, Global } from '@emotion/react'
import type { ReactNode } from 'react'
import { baseStyles, themeVariables } from '#ui/theme/theme.ts'

/** Every supported browser works without vendor prefixes, which are a third of the CSS. */
export const createStyles = (nonce: string) => createCache({ key: 'css', nonce, stylisPlugins: [] })

/** The browser and the prerenderer use the same component, so that their markup matches. */
export function Frame({ styles, children }: { styles: EmotionCache; children: ReactNode }) {
  return (
    <CacheProvider value={styles}>
      {/* The variables must come before everything that uses them (prerender.tsx). */}
      <Global styles={themeVariables} />
      <Global styles={baseStyles} />
      {children}
    </CacheProvider>
  )
}
