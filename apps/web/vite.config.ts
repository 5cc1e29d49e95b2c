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
        const variables = Object.entries(tokens.colorSchemes[scheme].palette.roles).map(([role, value]) => `--colour-${role}:${value}`)
        return `${scheme === 'light' ? ':root' : '[data-theme=dark]'}{color-scheme:${scheme};${variables.join(';')}}`
      })
      return rules.join('\n')
    },
  }
}

/** Only logged-in people need these modules. */
const DEVICE =
  /\/node_modules\/dexie\/|\/packages\/sync\/|-kind\.ts$|\/domain\/src\/record-history\.ts$|\/domain\/src\/action\/\S+\.ts$|\/parts\/record\/record-text\.ts$|\/src\/data\/(use-records|device\/(kinds|device|device-\w+|sync-runner|records|follow-records|reclaim))\.ts$/

const FIRST_MAP = 'src/parts/map/first-map.ts'

/** Vite wouldn't group the files of these later screens automatically. */
const LATER = [
  // What the map and other screens share of the map's code, without OpenLayers.
  {
    name: 'map-data',
    test: /\/src\/map\/(symbols|zoom-bands)\.ts|\/src\/map\/symbols\/|\/src\/lib\/(line-pieces|view-hash)\.ts|\/parts\/map\/first-cover\.ts|\/base-maps\/tile-address\.ts/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  // The map draws its lines with this file before the app has loaded.
  {
    name: 'map-engine',
    test: /\/node_modules\/(ol(?!\/interaction\/(Draw|Modify|Snap|Select|Translate|tracing))|rbush|quickselect)\/|\/src\/map\/(?!line-editor)|\/parts\/map\/(first-map|packed-lines)\.ts/,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // When the app starts, it loads either all files for the person's database or none of them.
  { name: 'device', test: DEVICE, priority: 1, includeDependenciesRecursively: false },
  // Small related screens share a file, because the name of every file adds to home's first download.
  { name: 'account', test: /\/features\/account\/(change-\w+|delete-account)\.tsx$/, includeDependenciesRecursively: false },
  // The screens of `account` load the device's database, which login doesn't need.
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

const AT_ONCE = {
  mapFirst: [FIRST_MAP],
  others: ['src/app/later-routes.tsx'],
  map: ['src/app/screens/map-page.tsx', FIRST_MAP, 'src/features/trail-map/search/map-search.tsx'],
  person: ['src/data/device/device.ts', 'src/data/device/sync-runner.ts', 'src/app/shell/bars/sync-bar.tsx'],
  mapOfPerson: ['src/features/actions/action-layer.ts'],
}

/**
 * The page's first script requests these files before the app has loaded. Otherwise, the browser would discover each file only after
 * running the previous one. One page serves all paths, because the service worker caches only one.
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
          // The loop also visits the files that are added to the set while it runs.
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

/** With the styles in the emergency page, a slow connection needn't fetch them before the first paint. */
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
 * If two files import each other, their order is arbitrary and one might find the other's exports missing, possibly on a screen that no
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

/** The map draws its lines before the app has loaded, so this code must not need the app's files or large libraries. */
function keepMapFirst(): Plugin {
  return {
    name: 'keep-map-first',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(FIRST_MAP)))
      // The builds of the Emergency page and of the bare pages have no map.
      if (!first) return
      const files = new Set([first.fileName])
      for (const file of files) {
        const chunk = chunks.find(({ fileName }) => fileName === file)
        const stranger = chunk?.moduleIds.find((id) => /\/node_modules\/(react|react-dom|react-router|zod|@mui|@emotion)\//.test(id))
        if (chunk?.isEntry || stranger) this.error(`The map's first drawing needs ${file}, which contains ${stranger ?? 'the app'}`)
        for (const imported of chunk?.imports ?? []) files.add(imported)
      }
    },
  }
}

const missing = (what: string) => `() => { throw new Error('OpenLayers is built without ${what}') }`

/**
 * OpenLayers imports these modules for flat styles, tiles in other projections, its own buttons and UTM. The map uses none of them, and they
 * are an eighth of the engine (docs/decisions/0082).
 */
const UNUSED_OPENLAYERS = {
  'render/canvas/style.js': `export const flatStyleLikeToStyleFunction = ${missing('flat styles')}`,
  'reproj/Tile.js': 'export default class ReprojTile {}',
  'control/defaults.js': `export const defaults = ${missing('controls')}`,
  'proj/utm.js': 'export const makeProjection = () => null\nexport const makeTransforms = () => null',
}

function omitUnusedOpenLayers(): Plugin {
  return {
    name: 'omit-unused-openlayers',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const file = id.split('/node_modules/ol/')[1]
      return Object.entries(UNUSED_OPENLAYERS).find(([name]) => name === file)?.[1]
    },
  }
}

const isEmergencyPage = (path: string) => /^\/(emergency$|m\/)/.test(path)

/** In development, Vite serves the page, so the plugin fills in the placeholders that the server fills in in production. */
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
 * The app and the emergency page are separate builds (see build.ts), because with shared files each would load code that only the other one
 * needs (docs/decisions/0019).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    designTokens(),
    pageDataInDevelopment(),
    filesAtOnce(),
    stylesInPage(),
    refuseCycles(),
    omitUnusedOpenLayers(),
    !isSsrBuild && keepMapFirst(),
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
          // The page contains the names of the build's files, so its revision changes when any of these files or the site's policy changes.
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
  // The proxy gives all of the app one origin in development.
  server: { proxy: Object.fromEntries(FROM_SERVER.map((path) => [path, API])) },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    // Vite builds both the app and the emergency page into this folder, so build.ts empties it.
    emptyOutDir: isSsrBuild === true,
    assetsInlineLimit: 0,
    // The emergency page supports as many browsers as possible, so it uses older syntax.
    target: mode === 'emergency' ? 'es2020' : 'es2022',
    // Lists of preloaded files for every other screen would add 1.4 kB to home's first download. The service worker has cached those files
    // before anyone opens such a screen.
    modulePreload: { polyfill: false, resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []) },
    // Everything that the first page needs is in one file. Automatic splitting would cut this code into more and smaller files with every
    // new screen, and small files compress worse.
    ...(!isSsrBuild && {
      rolldownOptions: {
        // Emotion's main file imports this package without using it.
        treeshake: { moduleSideEffects: [{ test: /\/node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false }] },
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
    // Markup from React's development build would contain file names and stack frames from the server.
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
}))
