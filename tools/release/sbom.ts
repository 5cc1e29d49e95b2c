/**
 * `npm run sbom` writes the components of the running app as CycloneDX to test-results/sbom.cdx.json. `npm sbom --omit dev` would omit
 * react, sharp and others, because benches and fault tests also list them as development dependencies, so this script filters all
 * components instead.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Component = { 'bom-ref': string; name: string; version: string }
type Sbom = {
  bomFormat: string
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const root = resolve(import.meta.dirname, '../..')
const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (npm.status !== 0) throw new Error(`npm sbom failed: ${npm.stderr}`)
const all = JSON.parse(npm.stdout) as Sbom

/** Dependencies of the web app that only the production build needs, not the running app. */
const BUILDS_ONLY = new Set(['vite', '@vitejs/plugin-react', 'vite-plugin-pwa'])

// The testkit isn't part of the running app.
const wanted = globSync('{apps,packages}/*/package.json', { cwd: root, exclude: ['packages/testkit/**'] }).flatMap((file) => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { dependencies?: Record<string, string> }
  return Object.entries(dependencies)
    .filter(([name]) => !name.startsWith('@trailwarden/') && !BUILDS_ONLY.has(name))
    .map(([name, version]) => ({ name, version, file }))
})
const found = wanted.map(({ name, version }) => all.components.find((one) => one.name === name && one.version === version)?.['bom-ref'])
const missing = wanted.filter((_, i) => found[i] === undefined)

const dependsOn = new Map(all.dependencies.map(({ ref, dependsOn: refs }) => [ref, refs]))
const runtime = new Set(found.filter((ref) => ref !== undefined))
// A loop over a set also visits entries added during the loop, so indirect dependencies are included.
for (const ref of runtime) for (const next of dependsOn.get(ref) ?? []) runtime.add(next)
const sbom = {
  ...all,
  metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'trailwarden' } },
  components: all.components.filter((one) => runtime.has(one['bom-ref'])),
  dependencies: all.dependencies.filter(({ ref }) => runtime.has(ref)),
}

const path = join(root, 'test-results/sbom.cdx.json')
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(path, JSON.stringify(sbom, null, 2))
const written = JSON.parse(readFileSync(path, 'utf8')) as Sbom
const direct = new Set(wanted.map(({ name }) => name)).size
console.log(`sbom: ${written.bomFormat}, ${written.components.length} components, ${direct} direct, ${missing.length} missing`)
for (const { name, version, file } of missing) console.log(`  ${name}@${version} of ${file} is missing`)
if (written.bomFormat !== 'CycloneDX' || missing.length > 0 || written.components.length < direct) process.exit(1)
