import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import packageJson from '../../package.json' with { type: 'json' }
import { versionLabel } from '../../packages/domain/src/version-label.ts'
import { SITE_POLICY } from '../../packages/site/src/site-json/site-policy.ts'

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

/** `virtual:design-tokens.css` defines the theme's colours under MUI's variable names, for the page that doesn't use MUI. */
function designTokens(): Plugin {
  const name = 'virtual:design-tokens.css'
  const file = resolve(import.meta.dirname, 'src/ui/theme/tokens.json')
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

/** The code that only logged-in people need: their database, the sync engine, the record kinds and the live queries. */
const DEVICE =
  /\/node_modules\/dexie\/|\/packages\/sync\/|-kind\.ts$|\/domain\/src\/record-history\.ts$|\/domain\/src\/action\/\S+\.ts$|\/parts\/record\/record-text\.ts$|\/src\/data\/(use-records|device\/(kinds|device|device-\w+|sync-runner|records|follow-records|reclaim))\.ts$/

/** Groups of files for later screens that Vite wouldn't group automatically. */
const LATER = [
  // When the app starts, it loads either all files for the person's database or none of them.
  { name: 'device', test: DEVICE, priority: 1, includeDependenciesRecursively: false },
  // Small related screens share a file, because the name of every file adds to home's first download.
  { name: 'account', test: /\/features\/account\/(change-\w+|delete-account)\.tsx$/, includeDependenciesRecursively: false },
  // Separate from `account`, whose screens load the device's database.
  {
    name: 'login',
    test: /\/features\/account\/login\/(login|register|reset-password|confirm-email)\.tsx$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'later-routes',
    test: /\/src\/app\/(later-routes|tabs|features|combined-screens)\.tsx?$|\/src\/(features\/[\w-]+\/index|parts\/feature)\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'users', test: /\/features\/people\/[\w-]+\.tsx$/, includeDependenciesRecursively: false },
]

/** Modules that certain paths or logged-in people always need. The app loads all others when it needs them. */
const AT_ONCE = {
  others: ['src/app/later-routes.tsx'],
  map: ['src/app/screens/map-page.tsx', 'src/map/trail-map.ts', 'src/features/trail-map/search/map-search.tsx'],
  person: ['src/data/device/device.ts', 'src/data/device/sync-runner.ts', 'src/app/shell/bars/sync-bar.tsx'],
  mapOfPerson: ['src/features/actions/action-layer.ts'],
}

/**
 * Writes the names of the files for `AT_ONCE` into the page's first script, which requests them before the app has loaded. Otherwise, the
 * browser would discover each file only after running the previous one. One page serves all paths, because the service worker caches only
 * one.
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
          // This loop also visits the files that are added to the set while it runs.
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

/** Writes the emergency page's styles into the page, so that a slow connection needn't fetch them before the first paint. */
function stylesInPage(): Plugin {
  return {
    name: 'styles-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_link, file: string) => {
          const styles = bundle[file]
          if (styles?.type !== 'asset') throw new Error(`${file} is not in the build`)
          delete bundle[file]
          return `<style nonce="%NONCE%">${styles.source}</style>`
        }),
    },
  }
}

/**
 * Fails the build if two files import each other. The order in which they run would be arbitrary, so one might find the other's exports
 * missing, possibly on a screen that no test opens.
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

/** The emergency screens have their own page, at these paths. */
const isEmergencyPage = (path: string) => /^\/(emergency$|m\/)/.test(path)

/** In development, Vite serves the page, so this plugin fills in the placeholders that the server fills in in production. */
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
 * Defines three builds (see build.ts): the app, the emergency page (mode `emergency`), and the prerenderer for the server. The first two
 * share no files, because with shared files each would load code that only the other one needs (docs/decisions/0019).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    designTokens(),
    pageDataInDevelopment(),
    filesAtOnce(),
    stylesInPage(),
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
          // The server serves the page with its policy header (see service-worker.ts). The page contains the names of the build's files, so
          // its revision changes when any of these files or the site's policy changes.
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
  // Proxies everything that the server handles except pages, so that all of the app has the same origin in development.
  server: { proxy: Object.fromEntries(FROM_SERVER.map((path) => [path, API])) },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    // build.ts empties this folder, because Vite builds both the app and the emergency page into it.
    emptyOutDir: isSsrBuild === true,
    assetsInlineLimit: 0,
    // Uses older syntax for the emergency page, because that page supports as many browsers as possible.
    target: mode === 'emergency' ? 'es2020' : 'es2022',
    // Only the page lists the files to preload. Lists of the files for every other screen would add 1.4 kB to home's first download. They
    // aren't needed, because the service worker has cached those files before anyone opens such a screen.
    modulePreload: { polyfill: false, resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []) },
    // Puts everything that the first page needs into one file. Automatic splitting by shared use would cut this code into more and smaller
    // files with every new screen. Small files compress worse, so the first download would grow even though home is unchanged.
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
    // Uses React's production build, because markup from the development build would contain file names and stack frames from the server.
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
}))
