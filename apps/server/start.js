// Plain JavaScript, so that a Node too old for TypeScript can still report that.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const [major, minor] = process.versions.node.split('.').map(Number)
const [neededMajor, neededMinor] = needed.split('.').map(Number)
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(`The server cannot start: it needs Node ${needed} or newer, and this is Node ${process.versions.node}.`)
  process.exit(1)
}
// React reads this variable instead of our settings, and its development checks slow down rendering.
process.env.NODE_ENV ??= 'production'
await import('./src/main.ts')
