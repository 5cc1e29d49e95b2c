/** The fuzz (`npm run fault -- FUZZ`) reaches every address that this server registers, also those added later. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Pages } from '../../../apps/server/src/http/pages.ts'
import { aServer } from '../../../apps/server/src/testing/test-server.ts'
import { targetsOf } from './requests.ts'

/** Paths out of the printed tree of routes, with their methods. */
function routesIn(tree: string): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    parents.splice(depth, parents.length, part)
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${parents.join('')}`)
  })
}

test('SEC-FUZZ every registered route is among the targets of the fuzz', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dist-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'client'))
  await writeFile(join(folder, 'client/service-worker.js'), '')
  const nothing: Pages = { send: async (_request, reply) => reply.send(''), sendEmbed: (reply) => reply.send('') }
  const { app } = await aServer({ pages: nothing, environment: { WEB_DIST: folder } })
  const targets = new Set(targetsOf((await app.inject('/api/docs/openapi.json')).json()).map(({ route }) => route.replace(/\{\w+\}/g, '*')))
  const routes = routesIn(app.printRoutes({ commonPrefix: false })).map((route) => route.replace(/:\w+/g, '*').replace(/ \*$/, ' /*'))
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter((route) => !targets.has(route))).toEqual([])
})
