/**
 * `node tools/bundle-device.ts COMMIT FILE`: the data layer of an earlier app (database, outbox, sync) as one file, so that fault tests can
 * run it against today's server. Needs the commit, which a shallow clone may lack; the file is committed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const ENTRY = `export { createPhone } from './src/data/phone.ts'
export { createRemote } from './src/data/phone-remote.ts'
export { startSync } from '@trailwarden/sync'
`

const [commit, file] = process.argv.slice(2)
if (!commit || !file) throw new Error('Which commit, and into which file?')
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
  writeFileSync(resolve(file), `// Made by: node tools/bundle-device.ts ${commit} ${file}\n${readFileSync(bundle, 'utf8')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
