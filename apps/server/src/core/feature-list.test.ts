import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { defineFeature, type Feature, type FeatureModule } from './feature.ts'
import { checkFeatures, combineWork, gather, gatherDeclared, registerRoutes } from './feature-list.ts'
import { createHooks } from './hooks.ts'

const step = async () => 0

test('refuses two features that define the same thing', async () => {
  const one = defineFeature({ name: 'one', retention: { old: step }, reapply: { removed: step }, identifyPerson: async () => null })
  const bothDefine = (two: Feature) => () => checkFeatures([one, two])
  expect(() => gather([one, { name: 'two', retention: { old: step } }], ({ retention }) => retention)).toThrow(
    'The features one and two both define old.',
  )
  expect(bothDefine({ name: 'one' })).toThrow('both define the name one')
  expect(bothDefine({ name: 'two', reapply: { removed: step } })).toThrow('both define removed')
  expect(bothDefine({ name: 'two', identifyPerson: async () => null })).toThrow('both define identifyPerson')
  expect(bothDefine({ name: 'two', retention: { older: step } })).not.toThrow()
})

test('stops features in the reverse order of starting them', async () => {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const work = combineWork(['a', 'b', 'c'].map((name) => ({ start: note(`start ${name}`), stop: note(`stop ${name}`) })))
  await work.start()
  await work.stop()
  expect(done).toEqual(['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a'])
})

test('accepts no API keys unless a feature supports them', async () => {
  const features: Feature[] = []
  const hooks = createHooks(features)
  expect(await hooks.identifyProgram('key', 'read-status')).toEqual({ refusal: 'wrong-key' })
  features.push({ name: 'keys', identifyProgram: async () => ({ waitSeconds: 1 }) })
  expect(await hooks.identifyProgram('key', 'read-status')).toEqual({ waitSeconds: 1 })
})

test('applies a feature’s hook only to its own routes, and the server’s hooks to all routes', async () => {
  const app = Fastify()
  const seen: string[] = []
  app.addHook('onRequest', async (request) => void seen.push(`server ${request.url}`))
  const features = {
    one: {
      name: 'one',
      routes(scope) {
        scope.addHook('onRequest', async (request) => void seen.push(`one ${request.url}`))
        scope.get('/one', async () => '')
      },
    },
    two: { name: 'two', routes: (scope) => void scope.get('/two', async () => '') },
  } satisfies Record<string, Feature>
  await registerRoutes(app, features, {})
  for (const path of ['/one', '/two']) await app.inject(path)
  expect(seen).toEqual(['server /one', 'one /one', 'server /two'])
})

test('a route that cannot be registered stops the server from starting', async () => {
  const app = Fastify()
  app.addHook('onRoute', () => {
    throw new Error('no row in the permission table')
  })
  const feature: Feature = { name: 'one', routes: (scope) => void scope.get('/one', async () => '') }
  await expect(registerRoutes(app, { one: feature }, {})).rejects.toThrow('no row in the permission table')
})

test('refuses a route whose permission the feature itself doesn’t declare', async () => {
  const feature: Feature = { name: 'one', routes: (scope) => void scope.get('/api/one', async () => '') }
  const register = (modules: Record<string, FeatureModule>) => registerRoutes(Fastify(), { one: feature }, modules)
  const permissions = { 'GET /api/one': { role: 0 } }
  await expect(register({})).rejects.toThrow('The feature one has no permission for GET /api/one.')
  await expect(register({ one: {}, two: { permissions } })).rejects.toThrow('The feature one has no permission for GET /api/one.')
  await expect(register({ one: { permissions } })).resolves.toBeUndefined()
})

test('refuses a queue or permission that two features declare', () => {
  const module: FeatureModule = { queues: { mail: {} }, permissions: { 'GET /api/one': { role: 0 } } }
  expect(() => gatherDeclared({ one: module, two: module }, ({ queues }) => queues)).toThrow('The features one and two both define mail.')
  expect(() => gatherDeclared({ one: module, two: module }, ({ permissions }) => permissions)).toThrow(
    'The features one and two both define GET /api/one.',
  )
})
