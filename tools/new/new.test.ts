/** The types, layers and lint must be correct in a copy of the repository, and the generated tests must pass. */
import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree, removeCopy, runCheck, SITES } from '@trailwarden/testkit/app/tree-copy'
import { afterAll, beforeAll, expect, test } from 'vitest'

let copy = ''

function generate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/new/new.ts', ...args], { cwd: copy, encoding: 'utf8' })
  const changed = [...stdout.matchAll(/^(?:created|changed) (.+)$/gm)].map(([, path]) => path ?? '')
  return { status, stderr, changed }
}

const read = (path: string) => readFileSync(join(copy, path), 'utf8')

const ALL: readonly (readonly [generator: string, ...names: string[]])[] = [
  ['feature', 'trail-counters'],
  ['feature', 'lost-property'],
  ['record-kind', 'shelter'],
  ['record-kind', 'entry', 'entries'],
  ['screen', 'shelters/map'],
  ['screen', 'trail-counters/history'],
  ['screen', 'keys/list'],
  ['screen', 'weather'],
]

const changed = new Set<string>()

beforeAll(() => {
  copy = copyTree()
  symlinkSync(SITES, join(copy, 'sites'))
  for (const args of ALL) {
    const made = generate(...args)
    expect([made.status, made.stderr]).toEqual([0, ''])
    for (const path of made.changed) changed.add(path)
  }
}, 300_000)

afterAll(() => removeCopy(copy))

test('the generated code has no type, layer or lint errors', { timeout: 600_000 }, async () => {
  for (const project of ['tsconfig.json', 'apps/server/tsconfig.json', 'apps/web/tsconfig.json'])
    expect(await runCheck(copy, 'tsc', '-p', project)).toBe('')
  expect(await runCheck(copy, process.execPath, 'tools/check/check-layers.ts')).toBe('')
  const code = [...changed].filter((path) => /\.tsx?$/.test(path))
  expect(await runCheck(copy, 'biome', 'check', '--error-on-warnings', ...code)).toBe('')
})

test('the server has a row and a case for each new route, its paths match the screens, and the generated tests pass', {
  timeout: 600_000,
}, async () => {
  const tests = [...changed].filter((path) => /\.test\.tsx?$/.test(path))
  expect(tests).toHaveLength(8)
  expect(await runCheck(copy, 'vitest', 'run', ...tests, 'apps/web/src/app/routes.test.tsx')).toBe('')
  expect(await runCheck(copy, 'vitest', 'run', 'apps/server/src/permission-matrix.test.ts', '-t', 'every route has a row')).toBe('')
  const { APP_PATH_PATTERN }: typeof import('@trailwarden/api') = await import(/* @vite-ignore */ join(copy, 'packages/api/src/index.ts'))
  expect(read('deploy/nginx.conf')).toContain(`location ~ "${APP_PATH_PATTERN}" {`)
})

test.each(ALL)('“%s %s” refuses to run twice and changes nothing', (kind, ...names) => {
  const before = [...changed].map(read)
  const again = generate(kind, ...names)
  expect(again.status).toBe(1)
  expect(again.stderr).toMatch(/^Nothing was changed: .+ already exists\n$/)
  expect([...changed].map(read)).toEqual(before)
})

test('explains how to call it, and refuses names that are not lower case with hyphens', () => {
  expect(generate().stderr).toContain('npm run new -- feature trail-counters')
  expect(generate('screen', 'MyScreen').stderr).toContain('“MyScreen” isn’t a name')
})
