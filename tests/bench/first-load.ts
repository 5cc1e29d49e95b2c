/**
 * What a page must download and run before it shows anything: its entry and everything that is imported statically from it.
 *
 * Built with the web app's own Vite settings, so that a bare page differs from ours in what it imports and in nothing else.
 * The build stays in memory: it shows which module is in which file, which the files themselves no longer do.
 */
import { resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite'

export const WEB = resolve(import.meta.dirname, '../../apps/web')

export type FirstLoad = {
  /** Names of the JavaScript files, as the page names them. */
  files: string[]
  /** Their size as sent: each by itself, brotli at its best. */
  bytes: number
  /** npm packages with a module in those files. */
  packages: Set<string>
}

/** The npm package a module comes from; null for our own code and for what the bundler adds. */
export function packageOf(moduleId: string): string | null {
  const inside = moduleId.split('/node_modules/').at(-1)
  if (inside === undefined || inside === moduleId) return null
  return /^(@[^/]+\/)?[^/?]+/.exec(inside)?.[0] ?? null
}

async function flatten(option: PluginOption): Promise<Plugin[]> {
  const value = await option
  if (!value) return []
  return Array.isArray(value) ? (await Promise.all(value.map(flatten))).flat() : [value]
}

/** The settings of the web app's build, without the service worker: it is not part of a first load, and would be written to disk. */
async function webSettings(mode: string) {
  const loaded = await loadConfigFromFile({ command: 'build', mode, isSsrBuild: false }, resolve(WEB, 'vite.config.ts'))
  if (!loaded) throw new Error('apps/web has no Vite settings')
  const plugins = (await flatten(loaded.config.plugins)).filter((plugin) => !plugin.name.startsWith('vite-plugin-pwa'))
  return { ...loaded.config, plugins }
}

const brotliSize = (code: string) => brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

type Built = { fileName: string; code: string; imports: string[]; moduleIds: string[]; isEntry: boolean; facadeModuleId: string | null }

async function chunksOf(root: string, mode: string): Promise<Map<string, Built>> {
  const settings = await webSettings(mode)
  const result = await build({ ...settings, configFile: false, root, mode, logLevel: 'error', build: { ...settings.build, write: false } })
  if (Array.isArray(result) || !('output' in result)) throw new Error('expected one build with one output')
  return new Map(result.output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
}

/** The given files and all that they import statically. */
function reached(chunks: Map<string, Built>, from: Iterable<string>): Set<string> {
  const files = new Set(from)
  // A set may grow while it is walked: the imports of an import are reached too.
  for (const file of files) {
    const chunk = chunks.get(file)
    if (!chunk) throw new Error(`${file} is imported but was not built`)
    for (const imported of chunk.imports) files.add(imported)
  }
  return files
}

function loadOf(chunks: Map<string, Built>, files: readonly string[], witness: string): FirstLoad {
  const packages = new Set<string>()
  let bytes = 0
  for (const file of files) {
    const chunk = chunks.get(file)
    bytes += brotliSize(chunk?.code ?? '')
    for (const id of chunk?.moduleIds ?? []) {
      const name = packageOf(id)
      if (name) packages.add(name)
    }
  }
  // Whoever forbids a package relies on this list; if it lacks what must be there, it proves nothing.
  if (!packages.has(witness)) throw new Error('the build did not report which modules its files hold')
  return { files: [...files], bytes, packages }
}

const entriesOf = (chunks: Map<string, Built>) => [...chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName)

/** `witness`: a package that every such page has. `mode`: one of those of the web app's build, whose settings name the page. */
export async function firstLoadOf(root: string, witness = 'react-dom', mode = 'production'): Promise<FirstLoad> {
  const chunks = await chunksOf(root, mode)
  return loadOf(chunks, [...reached(chunks, entriesOf(chunks))], witness)
}

/** What is fetched beyond the first load when these modules, which are imported when they are needed, are needed. */
export async function laterLoadOf(root: string, modules: readonly string[]): Promise<FirstLoad> {
  const chunks = await chunksOf(root, 'production')
  const first = reached(chunks, entriesOf(chunks))
  const wanted = modules.map((module) => {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (!chunk) throw new Error(`${module} has no file of its own`)
    return chunk.fileName
  })
  return loadOf(
    chunks,
    [...reached(chunks, wanted)].filter((file) => !first.has(file)),
    'ol',
  )
}
