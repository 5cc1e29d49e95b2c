/**
 * `node tools/release/bundle-device.ts COMMIT FILE` bundles the data layer of an earlier version of the app into one file, so that fault
 * tests can run it against the current server. A shallow clone may lack the commit. The resulting file is committed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const ENTRY = `export { createPhone } from './src/data/phone.ts'
export { createRemote } from './src/data/phone-remote.ts'
export { startSync } from '@trailwarden/sync'
`

const [commit, file] = process.argv.slice(2)
if (!commit || !file) throw new Error('Usage: node tools/release/bundle-device.ts COMMIT FILE')
const folder = mkdtempSync(join(tmpdir(), 'old-app-'))
try {
  execFileSync('tar', ['x', '-C', folder], { input: execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 }) })
  mkdirSync(join(folder, 'node_modules/@trailwarden'), { recursive: true })
  for (const name of ['dexie', 'zod']) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@trailwarden', name))
  writeFileSync(join(folder, 'apps/web/entry.ts'), ENTRY)
  const bundle = join(folder, 'bundle.js')
  execFileSync('rolldown', ['apps/web/entry.ts', '--format', 'esm', '--platform', 'node', '--minify', '--file', bundle], { cwd: folder })
  writeFileSync(resolve(file), `// Made by: node tools/release/bundle-device.ts ${commit} ${file}\n${readFileSync(bundle, 'utf8')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
