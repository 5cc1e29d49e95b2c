import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))

const failed = checks.filter((name) => {
  console.log(`\n— ${name}`)
  return spawnSync('npm', ['run', '--silent', name], { cwd: root, stdio: 'inherit' }).status !== 0
})
console.log(
  `\nchecks: ${checks.length - failed.length} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
)
if (failed.length > 0) process.exit(1)
