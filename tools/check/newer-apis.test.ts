import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { expect, test } from 'vitest'
import { unguardedCalls } from './newer-apis.ts'

const client = resolve(import.meta.dirname, '../../apps/web/dist/client')

test('SEC-H6 no built file calls an API that the oldest supported browsers lack without a check', () => {
  buildApp()
  const files = globSync('**/*.{js,html}', { cwd: client })
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) => unguardedCalls(readFileSync(join(client, file), 'utf8')).map((api) => `${file}: ${api}`))
  expect(found).toEqual([])
})

test('SEC-H6 the emergency page uses no syntax that only the newest browsers understand', () => {
  buildApp()
  const page = readFileSync(join(client, 'emergency.html'), 'utf8')
  const [file, ...others] = Array.from(page.matchAll(/<script[^>]* src="\/([^"]+)"/g), ([, src]) => src)
  expect(others).toEqual([])
  const script = readFileSync(join(client, file ?? ''), 'utf8')
  // Before Safari 16.4, a look-behind is a syntax error, which prevents the whole script from running.
  expect(script).not.toMatch(/\(\?<[=!]/)
})

test('SEC-H6 finds calls in every form that the build produces, and accepts guarded calls', () => {
  for (const bad of [
    'let s=Map.groupBy(e,t)',
    'await navigator.storage.estimate()',
    'a||!URL.canParse(n,t)',
    'let t=AbortSignal.any([a])',
    'new Intl.DurationFormat(`en`)',
    'requestIdleCallback(f)',
    'Iterator.from(x)',
  ])
    expect(unguardedCalls(bad), bad).toHaveLength(1)
  for (const good of [
    'navigator.storage?.estimate?.()',
    'typeof URL.canParse==`function`?URL.canParse(e):new URL(e)',
    'N.withResolvers&&(R.withResolvers=N.withResolvers)',
    '`requestIdleCallback`in window?requestIdleCallback(f):f()',
    'chosen.groupBy(x)',
  ])
    expect(unguardedCalls(good), good).toEqual([])
})
