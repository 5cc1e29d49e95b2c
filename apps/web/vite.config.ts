import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const API = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** `virtual:design-tokens.css`: the colours by role under the names that MUI gives them, for the page that does without MUI. */
function designTokens(): Plugin {
  const name = 'virtual:design-tokens.css'
  const file = resolve(import.meta.dirname, 'src/ui/tokens.json')
  type Tokens = { colorSchemes: Record<'light' | 'dark', { palette: { roles: Record<string, string> } }> }
  return {
    name: 'design-tokens',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      this.addWatchFile(file)
      const tokens: Tokens = JSON.parse(readFileSync(file, 'utf8'))
      const rules = (['light', 'dark'] as const).map((scheme) => {
        const variables = Object.entries(tokens.colorSchemes[scheme].palette.roles).map(
          ([role, value]) => `--mui-palette-roles-${role}:${value}`,
        )
        return `${scheme === 'light' ? ':root' : '[data-theme=dark]'}{color-scheme:${scheme};${variables.join(';')}}`
      })
      return rules.join('\n')
    },
  }
}

/** The emergency screens are a page of their own, at these addresses. */
const isEmergencyPage = (path: string) => /^\/(emergency$|m\/)/.test(path)

/** In development Vite serves the page; this fills the slots that the server fills in production. */
function pageDataInDevelopment(): Plugin {
  return {
    name: 'page-data-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _reply, next) => {
        if (isEmergencyPage(request.url?.split('?', 1)[0] ?? '')) request.url = '/emergency.html'
        next()
      })
    },
    async transformIndexHtml(html) {
      const data = await (await fetch(`${API}/api/public/page-data`)).text()
      return html.replace(
        '<!--page-data-->',
        () => `<script type="application/json" id="page-data">${data.replaceAll('<', '\\u003c')}</script>`,
      )
    },
  }
}

/**
 * Three builds, see build.ts: the app, the emergency page (mode `emergency`), and the prerenderer for the server. The first two share no
 * file: split by who shares what, either would load pieces it does not need (docs/decisions/0019).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    designTokens(),
    pageDataInDevelopment(),
    !isSsrBuild &&
      mode !== 'emergency' &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'src',
        filename: 'service-worker.ts',
        injectRegister: false,
        manifest: false,
        injectManifest: {
          globPatterns: ['assets/**/*.{js,css,woff2,svg}', 'icons/*.{png,svg}'],
          // The page comes from our server, which adds its policy header: see service-worker.ts. It names the build's files,
          // so it is a new page whenever one of them is new.
          manifestTransforms: [
            (entries) => ({
              manifest: [
                ...entries,
                ...['/shell.html', '/emergency'].map((url) => ({ url, revision: hashOf(JSON.stringify(entries)), size: 0 })),
              ],
              warnings: [],
            }),
          ],
        },
      }),
  ],
  server: { proxy: { '/api': API, '/manifest.webmanifest': API } },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    // Build.ts empties it: the emergency page is built into the same folder.
    emptyOutDir: isSsrBuild === true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Whatever the first page needs comes as one file: split by who shares what, each further screen would cut it into more
    // and smaller ones, which compress worse and grow the first download although home is the same.
    ...(!isSsrBuild && {
      rolldownOptions: {
        ...(mode === 'emergency' && { input: resolve(import.meta.dirname, 'emergency.html') }),
        output: { codeSplitting: { groups: [{ name: mode === 'emergency' ? 'emergency' : 'first', tags: ['$initial' as const] }] } },
      },
    }),
  },
  ssr: { noExternal: true as const },
}))
