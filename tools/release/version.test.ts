import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { VERSION_LABEL } from '@trailwarden/testkit/app/version-label'
import { expect, test } from 'vitest'

const dist = resolve(import.meta.dirname, '../../apps/web/dist')

test('SHELL-06 the built app and the server’s rendering show the version of package.json', () => {
  buildApp()
  const label = new RegExp(`["'\`]${VERSION_LABEL}["'\`]`)
  for (const part of ['client', 'prerender']) {
    const files = globSync(`${part}/**/*.js`, { cwd: dist }).map((file) => readFileSync(join(dist, file), 'utf8'))
    expect(files.filter((text) => label.test(text)).length, part).toBeGreaterThan(0)
    expect(files.filter((text) => text.includes('VITE_VERSION_LABEL'))).toEqual([])
  }
})
