import type { FileChange } from './changes.ts'
import { type Name, readName } from './names.ts'
import { newScreen } from './screen.ts'

const api = ({ pascal }: Name) => `import * as z from 'zod/mini'

export const ${pascal} = z.object({ networks: z.array(z.string()) })
export type ${pascal} = z.infer<typeof ${pascal}>
`

const permissions = ({ dashed, camel }: Name) => `import { members, type Permissions } from './permission-row.ts'

export const ${camel}Permissions: Permissions = {
  'GET /api/${dashed}': members,
}
`

const routes = ({ dashed, pascal, camel, words }: Name) => `import { ${pascal} } from '@trailwarden/api'
import type { Site } from '@trailwarden/site'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

export function ${camel}Routes(app: FastifyInstance, { networks }: Pick<Site, 'networks'>): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/api/${dashed}',
      { schema: { summary: 'The networks with ${words}', tags: ['${dashed}'], response: { 200: ${pascal} } } },
      async (_, reply) => reply.header('cache-control', 'no-store').send({ networks: networks.map(({ name }) => name) }),
    )
}
`

const index = ({ dashed, camel }: Name) => `import { ${camel}Permissions } from '@trailwarden/api/permissions/${dashed}'
import { type Core, defineFeature, type FeatureModule } from '#core/feature.ts'
import { ${camel}Routes } from './${dashed}-routes.ts'

const openFeature = ({ site }: Core) => defineFeature({ name: '${dashed}', routes: (app) => ${camel}Routes(app, site) })

export const ${camel} = {
  permissions: ${camel}Permissions,
  open: openFeature,
  describeRoutes: (app) => ${camel}Routes(app, { networks: [] }),
} satisfies FeatureModule
`

const serverTest = ({ dashed }: Name) => `import { createBrowser } from '@trailwarden/testkit/devices/people'
import { expect, test } from 'vitest'
import { createTestDevice } from '#testing/devices.ts'
import { createTestServer } from '#testing/test-server.ts'

test('members receive the networks, and visitors are refused', async () => {
  const { app, database, site } = await createTestServer()
  const { browser } = await createTestDevice(app, database.db)
  const response = await browser.get('/api/${dashed}')
  expect([response.statusCode, response.json()]).toEqual([200, { networks: site.networks.map(({ name }) => name) }])
  expect((await createBrowser(app).get('/api/${dashed}')).statusCode).toBe(401)
})
`

export const listServerFeature = ({ dashed, camel }: Name, needs = ''): FileChange => ({
  path: 'apps/server/src/features.ts',
  edits: [
    ['import { EMAIL_QUEUES }', `import { ${camel} } from '#features/${dashed}/index.ts'\nimport { EMAIL_QUEUES }`],
    ['overview,', `overview, ${camel},`],
    ['    ...(await openPlugins(', `    ${camel}: ${camel}.open(${needs}),\n    ...(await openPlugins(`],
  ],
})

/** A feature of the server with one route, and one of the web app with one screen. */
export function newFeature(root: string, argument: string): FileChange[] {
  const feature = readName(argument)
  const { dashed, camel } = feature
  const folder = `apps/server/src/features/${dashed}`
  return [
    { path: `packages/api/src/${dashed}.ts`, text: api(feature) },
    {
      path: 'packages/api/src/index.ts',
      edits: [["export * from './webhook.ts'\n", `export * from './webhook.ts'\nexport * from './${dashed}.ts'\n`]],
    },
    { path: `packages/api/src/permissions/${dashed}.ts`, text: permissions(feature) },
    {
      path: 'packages/api/src/permission.ts',
      edits: [
        ['import { serverPermissions }', `import { ${camel}Permissions } from './permissions/${dashed}.ts'\nimport { serverPermissions }`],
        ['  ...trailStatusPermissions,\n', `  ...trailStatusPermissions,\n  ...${camel}Permissions,\n`],
      ],
    },
    {
      path: 'apps/server/src/testing/cases/permission-cases.ts',
      edits: [
        [
          "  read('/api/management/overview', managers),\n",
          `  read('/api/management/overview', managers),\n  read('/api/${dashed}', members),\n`,
        ],
      ],
    },
    { path: `${folder}/index.ts`, text: index(feature) },
    { path: `${folder}/${dashed}-routes.ts`, text: routes(feature) },
    { path: `${folder}/${dashed}.test.ts`, text: serverTest(feature) },
    listServerFeature(feature, 'core'),
    ...newScreen(root, dashed),
  ]
}
