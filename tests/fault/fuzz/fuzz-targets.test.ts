/** The fuzz test (`npm run fault -- FUZZ`) must cover every route of the server, including routes added later. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPrintedRoutes } from '@trailwarden/testkit/app/printed-routes'
import { expect, onTestFinished, test } from 'vitest'
import type { Pages } from '../../../apps/server/src/http/pages/pages.ts'
import { createTestServer } from '../../../apps/server/src/testing/test-server.ts'
import { targetsOf } from './requests.ts'

test('SEC-FUZZ every registered route is a target of the fuzz test', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dist-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'client'))
  await writeFile(join(folder, 'client/service-worker.js'), '')
  const nothing: Pages = {
    send: async (_request, reply) => reply.send(''),
    sendEmbed: (reply) => reply.send(''),
    mapLines: () => ({}),
    preview: () => ({ title: '', rows: [], text: '', asOf: '' }),
  }
  const { app } = await createTestServer({ pages: nothing, environment: { WEB_DIST: folder } })
  const targets = new Set(targetsOf((await app.inject('/api/docs/openapi.json')).json()).map(({ route }) => route.replace(/\{\w+\}/g, '*')))
  const routes = readPrintedRoutes(app.printRoutes({ commonPrefix: false })).map((route) =>
    route.replace(/:\w+/g, '*').replace(/ \*$/, ' /*'),
  )
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter((route) => !targets.has(route))).toEqual([])
})
