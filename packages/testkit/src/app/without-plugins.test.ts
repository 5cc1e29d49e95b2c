/**
 * The test removes all plugins from a copy of the repository. Plugins don't import each other (`npm run check:layers`), so if everything
 * works without all of them, it also works without any one of them.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTree, removeCopy, runCheck, SITES } from './tree-copy.ts'

const FOLDER = 'apps/server/src/plugins'
const ROWS = 'packages/api/src/permissions'

let copy = ''
let plugins: string[] = []
const removedLines: Record<string, number> = {}

function unlist(list: string, path: string): number {
  const file = join(copy, list)
  const lines = readFileSync(file, 'utf8').split('\n')
  const imported = lines.find((line) => line.endsWith(`from '${path}'`))
  const name = /import \{ (\w+) \}/.exec(imported ?? '')?.[1]
  const left = lines.filter((line) => line !== imported && !RegExp(`^ +(\\.{3})?${name},$`).test(line))
  writeFileSync(file, left.join('\n'))
  return lines.length - left.length
}

beforeAll(() => {
  copy = copyTree()
  const folders = readdirSync(join(copy, FOLDER), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  plugins = folders.map(({ name }) => name)
  const withRows = readdirSync(join(copy, ROWS))
  for (const name of plugins) {
    rmSync(join(copy, FOLDER, name), { recursive: true })
    removedLines[`${name}: server`] = unlist('apps/server/src/plugins.ts', `#plugins/${name}/index.ts`)
    if (!withRows.includes(`${name}.ts`)) continue
    rmSync(join(copy, ROWS, `${name}.ts`))
    removedLines[`${name}: permissions`] = unlist('packages/api/src/permission.ts', `./permissions/${name}.ts`)
  }
}, 60_000)

afterAll(() => removeCopy(copy))

test('without the plugins, the rest of the code has no type or layer errors', { timeout: 600_000 }, async () => {
  expect(plugins).toEqual(['billing', 'keys', 'legacy', 'warnings', 'webhooks', 'work-days'])
  expect(new Set(Object.values(removedLines))).toEqual(new Set([2]))
  for (const project of ['tsconfig.json', 'apps/server/tsconfig.json', 'packages/testkit/tsconfig.json'])
    expect(await runCheck(copy, 'tsc', '-p', project)).toBe('')
  expect(await runCheck(copy, process.execPath, 'tools/check/check-layers.ts')).toBe('')
})

test('without the plugins, the server starts with a row for each of its routes and none for theirs', { timeout: 300_000 }, async () => {
  const ofCopy = <Module>(path: string): Promise<Module> => import(/* @vite-ignore */ join(copy, path))
  const { openTestEnv } = await ofCopy<typeof import('../devices/test-env.ts')>('packages/testkit/src/devices/test-env.ts')
  const env = await openTestEnv({ environment: { SITES_DIR: SITES } })
  try {
    await env.start()
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${env.port}${path}`)).status
    expect(await status('/api/public/status')).toBe(200)
    expect(await Promise.all(['/api/public/warnings', '/api/keys', '/api/webhooks', '/api/billing'].map(status))).toEqual(
      Array(4).fill(404),
    )
  } finally {
    await env.close()
  }
  const { PERMISSIONS } = await ofCopy<typeof import('@trailwarden/api')>('packages/api/src/index.ts')
  expect(Object.keys(PERMISSIONS).filter((route) => /warnings|\/keys|webhook|billing/.test(route))).toEqual([])
})
