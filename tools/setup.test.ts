import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function setUp(version: string, args: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const asVersion = join(folder, 'version.cjs')
  writeFileSync(asVersion, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`)
  const npm = join(folder, 'npm')
  writeFileSync(npm, '#!/bin/sh\necho "npm $*"\n')
  chmodSync(npm, 0o755)
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, DATABASE_URL: 'postgres://elsewhere' }
  return spawnSync(process.execPath, ['--require', asVersion, join(root, 'tools/setup.cjs'), ...args], { env, encoding: 'utf8' })
}

test('UX-3.1 installing with a Node version whose npm omits packages fails with instructions', () => {
  for (const version of ['12.22.12', '18.20.4', '20.18.3', '21.7.3', '22.11.0']) {
    const { status, stderr } = setUp(version, ['--check-node'])
    expect(status, version).toBe(1)
    expect(stderr).toContain(`Node ${version}`)
    expect(stderr).toContain('npm run setup')
  }
  for (const version of ['20.19.0', '22.12.0', '24.21.0', '26.0.0']) expect(setUp(version, ['--check-node']).status, version).toBe(0)
  // npm would omit these packages on other Node versions, so the check must reject the same versions.
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>
  }
  const native = Object.entries(packages).filter(([path, { optional }]) => optional && /binding-linux|sharp-linux/.test(path))
  expect(new Set(native.flatMap(([, { engines }]) => engines?.node ?? []))).toEqual(new Set(['^20.19.0 || >=22.12.0', '>=20.9.0']))
})

test('UX-3.1 setup runs npm with the project’s own Node if the installed one is too old, otherwise directly', () => {
  expect(setUp('18.20.4').stdout).toMatch(
    /This is Node 18\.20\.4.*\nnpm exec --yes --package=node@24\.21\.0 --package=npm@10\.[\d.]+ -- npm install /,
  )
  expect(setUp('24.21.0').stdout).toMatch(/^npm install /)
  expect(setUp('24.21.0').stdout).toContain('npm run dev')
})

test('UX-3.1 starting without installed packages prints instructions instead of failing later', () => {
  expect(setUp('24.21.0', ['--check-installed', 'sharp', 'vite']).status).toBe(0)
  const { status, stderr } = setUp('24.21.0', ['--check-installed', 'sharp', 'no-such-package'])
  expect(status).toBe(1)
  expect(stderr).toMatch(/Packages are missing \(no-such-package\)[\s\S]*npm run setup/)
})

test('UX-3.1 a production install includes everything needed to build and run the app', () => {
  const bare = (file: string) =>
    [...read(file).matchAll(/^(?:import|export)\s(?!type )(?:[\w*{},\s]+?from\s)?'([^'.#][^']*)'/gm)]
      .map(([, name = '']) => name.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? '')
      .filter((name) => !/^(node|virtual):/.test(name))
  const own = (folder: string) => Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies)
  const { dependencies } = JSON.parse(read('package.json'))
  expect(dependencies).toHaveProperty('node')
  const isTest = /\.test\.tsx?$|\/testing\//
  for (const folder of ['apps/web', 'apps/server', 'packages/api', 'packages/domain', 'packages/site', 'packages/sync']) {
    const files = globSync(['*.ts', 'src/**/*.{ts,tsx}'], { cwd: join(root, folder) }).filter(
      (file) => !isTest.test(file) && file !== 'test-browser.ts',
    )
    expect(files.length).toBeGreaterThan(0)
    const missing = files.flatMap((file) =>
      bare(join(folder, file))
        .filter((name) => !own(folder).includes(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(missing, folder).toEqual([])
  }
  // npm relies on the lock file, which must not mark any of these packages as a development dependency.
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
  for (const name of ['node', 'vite', 'rolldown', 'vite-plugin-pwa', 'workbox-build', 'sharp', 'pg'])
    expect(packages[`node_modules/${name}`], name).toSatisfy((entry) => entry !== undefined && !('dev' in entry))
})
