import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
const [web = '', server = '', image = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
const copied = (stage: string) => [...stage.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))

/** The workspaces that a package needs at run time, its own folder included. */
function workspacesOf(folder: string, found = new Set<string>()): Set<string> {
  found.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies).filter((one) => one.startsWith('@trailwarden/'))) {
    const next = `packages/${name.slice('@trailwarden/'.length)}`
    if (!found.has(next)) workspacesOf(next, found)
  }
  return found
}

test('the image copies only what is there, and .dockerignore lets it through', () => {
  const passing = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
  for (const source of [web, server, image].flatMap(copied)) {
    expect(existsSync(join(root, source)), source).toBe(true)
    expect(passing, source).toContain(`!${source.split('/')[0]}`)
  }
})

test('the image has every workspace that the server runs with', () => {
  expect(
    copied(server)
      .filter((source) => /^(apps|packages)\//.test(source))
      .sort(),
  ).toEqual([...workspacesOf('apps/server')].sort())
})
