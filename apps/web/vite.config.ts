import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const API = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** In development Vite serves the page; this fills the slots that the server fills in production. */
function pageDataInDevelopment(): Plugin {
  return {
    name: 'page-data-in-development',
    apply: 'serve',
    async transformIndexHtml(html) {
      const data = await (await fetch(`${API}/api/public/page-data`)).text()
      return html.replace(
        '<!--page-data-->',
        () => `<script type="application/json" id="page-data">${data.replaceAll('<', '\\u003c')}</script>`,
      )
    },
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    pageDataInDevelopment(),
    !isSsrBuild &&
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
              manifest: [...entries, { url: '/shell.html', revision: hashOf(JSON.stringify(entries)), size: 0 }],
              warnings: [],
            }),
          ],
        },
      }),
  ],
  server: { proxy: { '/api': API, '/manifest.webmanifest': API } },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Whatever the first page needs comes as one file: split by who shares what, each further screen would cut it into more
    // and smaller ones, which compress worse and grow the first download although home is the same.
    ...(!isSsrBuild && { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial' as const] }] } } } }),
  },
  ssr: { noExternal: true as const },
}))
