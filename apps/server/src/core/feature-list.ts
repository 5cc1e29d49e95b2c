import type { FastifyInstance } from 'fastify'
import { permissionRowOf } from '#http/security/guard.ts'
import type { Feature, FeatureModule, Work } from './feature.ts'

/** If two features define the same name, the server doesn't start. */
export function gather<T, From extends { name: string } = Feature>(
  features: readonly From[],
  part: (feature: From) => Readonly<Record<string, T>> | undefined,
): Record<string, T> {
  const gathered = new Map<string, { value: T; from: string }>()
  for (const feature of features)
    for (const [name, value] of Object.entries(part(feature) ?? {})) {
      const other = gathered.get(name)
      if (other) throw new Error(`The features ${other.from} and ${feature.name} both define ${name}.`)
      gathered.set(name, { value, from: feature.name })
    }
  return Object.fromEntries([...gathered].map(([name, { value }]) => [name, value]))
}

const IDENTIFYING = ['identifyPerson', 'identifyProgram'] as const

export function checkFeatures(features: readonly Feature[]): void {
  gather(features, ({ name }) => ({ [`the name ${name}`]: true }))
  gather(features, ({ reapply }) => reapply)
  gather(features, (feature) => Object.fromEntries(IDENTIFYING.filter((part) => feature[part]).map((part) => [part, true])))
}

const PAGES = 'GET /*'

/**
 * Each feature has a separate scope, so that its hooks and parsers don't affect other features. A route must be in its feature's
 * permissions, so that removing a feature also removes its permissions.
 */
export async function registerRoutes(
  app: FastifyInstance,
  features: Readonly<Record<string, Feature>>,
  modules: Readonly<Record<string, FeatureModule>>,
): Promise<void> {
  for (const [name, { routes }] of Object.entries(features)) {
    if (!routes) continue
    await app.register(async (scope) => {
      scope.addHook('onRoute', ({ method, url }) => {
        const rows = [method].flat().map((verb) => permissionRowOf(verb, url))
        const foreign = rows.find((row) => row !== PAGES && !modules[name]?.permissions?.[row])
        if (foreign) throw new Error(`The feature ${name} has no permission for ${foreign}.`)
      })
      await routes(scope)
    })
  }
}

/** Some definitions, such as queues, are needed before the features are opened. */
export const gatherDeclared = <T>(
  modules: Readonly<Record<string, FeatureModule>>,
  part: (module: FeatureModule) => Readonly<Record<string, T>> | undefined,
): Record<string, T> =>
  gather(
    Object.entries(modules).map(([name, module]) => ({ name, module })),
    ({ module }) => part(module),
  )

export const combineWork = (parts: readonly Work[]) => ({
  async start(): Promise<void> {
    for (const part of parts) await part.start()
  },
  async stop(): Promise<void> {
    for (const part of parts.toReversed()) await part.stop()
  },
})
