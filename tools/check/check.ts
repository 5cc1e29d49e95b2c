import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))

/** Most checks use one core. CI has two, and more at the same time would need too much memory. */
const AT_ONCE = 2

async function passes(name: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
  const status = await new Promise((ended) => child.once('close', ended))
  console.log(`\n— ${name}\n${Buffer.concat(output).toString().trimEnd()}`)
  return status === 0
}

const queue = [...checks]
const failed: string[] = []
const work = async () => {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) if (!(await passes(name))) failed.push(name)
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
console.log(
  `\nchecks: ${checks.length - failed.length} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
)
if (failed.length > 0) process.exit(1)
