/**
 * A page must load its entry and all static imports before it shows anything. The build uses the web app's Vite settings, so that a bare
 * page differs from ours only in its imports.
 */
import { resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build, loadConfigFromFile, type Plugin, type PluginOption } from 'vite'

export const WEB = resolve(import.meta.dirname, '../../../apps/web')

export type FirstLoad = {
  files: string[]
  /** Each file is compressed separately with brotli at the highest level, so this is the transfer size. */
  bytes: number
  packages: Set<string>
}

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

/**
 * The service worker isn't part of a first load, and the build would write it to disk. A bare page uses OpenLayers as it is published
 * (docs/decisions/0082).
 */
async function webSettings(root: string, mode: string) {
  const loaded = await loadConfigFromFile({ command: 'build', mode, isSsrBuild: false }, resolve(WEB, 'vite.config.ts'))
  if (!loaded) throw new Error('apps/web has no Vite settings')
  const isOmitted = ({ name }: Plugin) => name.startsWith('vite-plugin-pwa') || (root !== WEB && name === 'omit-unused-openlayers')
  const plugins = (await flatten(loaded.config.plugins)).filter((plugin) => !isOmitted(plugin))
  return { ...loaded.config, plugins }
}

const brotliSize = (code: string) => brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

type Built = { fileName: string; code: string; imports: string[]; moduleIds: string[]; isEntry: boolean }

async function chunksOf(root: string, mode: string): Promise<Map<string, Built>> {
  const settings = await webSettings(root, mode)
  const result = await build({ ...settings, configFile: false, root, mode, logLevel: 'error', build: { ...settings.build, write: false } })
  if (Array.isArray(result) || !('output' in result)) throw new Error('expected one build with one output')
  return new Map(result.output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])))
}

function reached(chunks: Map<string, Built>, from: Iterable<string>): Set<string> {
  const files = new Set(from)
  // A loop over a set also visits entries added during the loop, so indirect imports are included.
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
  // Some checks forbid packages in this list. If a package that every page uses is missing, the list is incomplete and the check proves
  // nothing.
  if (!packages.has(witness)) throw new Error('the build did not report which modules its files contain')
  return { files: [...files], bytes, packages }
}

const entriesOf = (chunks: Map<string, Built>) => [...chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName)

/** `witness` is a package that every page of this kind imports. `mode` is the web app's build mode. */
export async function firstLoadOf(root: string, witness = 'react-dom', mode = 'production'): Promise<FirstLoad> {
  const chunks = await chunksOf(root, mode)
  return loadOf(chunks, [...reached(chunks, entriesOf(chunks))], witness)
}

export async function laterLoadOf(root: string, modules: readonly string[]): Promise<FirstLoad> {
  const chunks = await chunksOf(root, 'production')
  const first = reached(chunks, entriesOf(chunks))
  const wanted = modules.map((module) => {
    const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`${module} is in no file`)
    return chunk.fileName
  })
  return loadOf(
    chunks,
    [...reached(chunks, wanted)].filter((file) => !first.has(file)),
    'ol',
  )
}
