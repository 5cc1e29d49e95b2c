import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import packageJson from '../../package.json' with { type: 'json' }
import { versionLabel } from '../../packages/domain/src/version-label.ts'
import { SITE_POLICY } from '../../packages/site/src/site-policy.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const API = process.env.API_URL ?? 'http://127.0.0.1:8080'

const FROM_SERVER = [
  '/api/',
  '/dev/',
  '/feeds/',
  '/tiles/',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/.well-known/',
  '/healthz',
  '/readyz',
]

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

/** A signed-in person's database, the engine of sync, the record kinds, and the live reading of them. */
const DEVICE =
  /\/node_modules\/dexie\/|\/packages\/sync\/|-kind\.ts$|\/domain\/src\/record-history\.ts$|\/domain\/src\/action\/\S+\.ts$|\/parts\/record-text\.ts$|\/src\/data\/(kinds|device|device-\w+|sync-runner|records|follow-records|use-records|reclaim)\.ts$/

/** Files of later screens that are not split by who shares what. */
const LATER = [
  // A start asks for all that comes with a person's own database, or for nothing of it.
  { name: 'device', test: DEVICE, priority: 1, includeDependenciesRecursively: false },
  // Small screens that belong together: the name of each further file is part of home's first download.
  {
    name: 'account',
    test: /\/features\/account\/(login|register|reset-password|confirm-email|change-\w+|delete-account)\.tsx$/,
    includeDependenciesRecursively: false,
  },
  { name: 'users', test: /\/features\/people\/[\w-]+\.tsx$/, includeDependenciesRecursively: false },
]

/** Modules that an address, or someone's being signed in, needs for certain; all else is fetched when the app asks for it. */
const AT_ONCE = {
  others: ['src/app/later-routes.tsx'],
  map: ['src/app/screens/map-page.tsx', 'src/map/trail-map.ts', 'src/features/trail-map/map-search.tsx'],
  person: ['src/data/device.ts', 'src/data/sync-runner.ts', 'src/app/shell/sync-bar.tsx'],
  mapOfPerson: ['src/features/actions/action-layer.ts'],
}

/**
 * Writes the names of the files behind `AT_ONCE` into the page's first script, which asks for them before the app itself has come:
 * otherwise each is found only when the one before it has run. The page is one for all addresses, since the worker caches a single one.
 */
function filesAtOnce(): Plugin {
  return {
    name: 'files-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const slot = '/*files at once*/{}'
        if (!bundle || !html.includes(slot)) return html
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const reached = (modules: readonly string[]) => {
          const files = new Set(
            modules.map((module) => {
              const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/apps/web/${module}`)))
              if (!chunk) throw new Error(`${module} is in no file`)
              return chunk.fileName
            }),
          )
          // A set may grow while it is walked.
          for (const file of files)
            for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(imported)
          return files
        }
        const named = new Set([...html.matchAll(/"\/([^"]+\.js)"/g)].map(([, file]) => file))
        const files = Object.fromEntries(
          Object.entries(AT_ONCE).map(([when, modules]) => [
            when,
            [...reached(modules)].filter((file) => !named.has(file)).map((file) => basename(file)),
          ]),
        )
        return html.replace(slot, () => JSON.stringify(files))
      },
    },
  }
}

/**
 * Two files that import each other run in an order that nobody chose: one would find the other's exports missing, on a screen that no
 * test opens.
 */
function refuseCycles(): Plugin {
  return {
    name: 'refuse-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const imports = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.imports] as const] : [])))
      const done = new Set<string>()
      const visit = (file: string, above: readonly string[]) => {
        if (above.includes(file))
          this.error(`Files of the build import each other: ${[...above.slice(above.indexOf(file)), file].join(' → ')}`)
        if (done.has(file)) return
        for (const next of imports.get(file) ?? []) visit(next, [...above, file])
        done.add(file)
      }
      for (const file of imports.keys()) visit(file, [])
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
    filesAtOnce(),
    refuseCycles(),
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
          // so it is a new page whenever one of them is new, or the site's policy is another.
          manifestTransforms: [
            (entries) => ({
              manifest: [
                ...entries,
                ...['/shell.html', '/home-shell.html', '/emergency'].map((url) => ({
                  url,
                  revision: hashOf(JSON.stringify(entries)) + SITE_POLICY,
                  size: 0,
                })),
              ],
              warnings: [],
            }),
          ],
        },
      }),
  ],
  // All that the server answers besides pages, so that development has one address as well.
  server: { proxy: Object.fromEntries(FROM_SERVER.map((path) => [path, API])) },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    // Build.ts empties it: the emergency page is built into the same folder.
    emptyOutDir: isSsrBuild === true,
    assetsInlineLimit: 0,
    // The emergency page refuses nobody: it keeps to a syntax that somewhat older browsers can read too.
    target: mode === 'emergency' ? 'es2020' : 'es2022',
    // The page names its own files. Lists of what each further screen loads are 1.4 kB of home's first download; the service worker
    // has those files before anyone goes there.
    modulePreload: { polyfill: false, resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []) },
    // Whatever the first page needs comes as one file: split by who shares what, each further screen would cut it into more
    // and smaller ones, which compress worse and grow the first download although home is the same.
    ...(!isSsrBuild && {
      rolldownOptions: {
        ...(mode === 'emergency' && { input: resolve(import.meta.dirname, 'emergency.html') }),
        output: {
          codeSplitting: {
            groups: [
              { name: mode === 'emergency' ? 'emergency' : 'first', tags: ['$initial' as const], priority: 2 },
              ...(mode === 'emergency' ? [] : LATER),
            ],
          },
        },
      },
    }),
  },
  ssr: { noExternal: true as const },
  define: {
    'import.meta.env.VITE_VERSION_LABEL': JSON.stringify(versionLabel(packageJson.version)),
    // Set at build time: with the development build of React, markup names files and stack frames of the server.
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
}))
