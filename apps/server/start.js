// Plain JavaScript: a Node too old to read TypeScript must still be able to say so.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const [major, minor] = process.versions.node.split('.').map(Number)
const [neededMajor, neededMinor] = needed.split('.').map(Number)
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(`The server cannot start: it needs Node ${needed} or newer, and this is Node ${process.versions.node}.`)
  process.exit(1)
}
// React's own development checks make rendering slower; they read this variable, not our settings.
process.env.NODE_ENV ??= 'production'
await import('./src/main.ts')
