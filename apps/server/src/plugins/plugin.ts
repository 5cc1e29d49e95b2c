/** Other features don't depend on plugins: they call hooks, which also work if no plugin is installed. */
import type { WarningFeed } from '@trailwarden/site/files'
import type { Core, Feature, FeatureModule } from '#core/feature.ts'
import type { PeopleDependencies } from '#features/people/accounts/accounts.ts'
import type { ConfirmIdentity } from '#features/people/sessions/identity.ts'

export type PluginNeeds = {
  people: PeopleDependencies
  confirmIdentity: ConfirmIdentity
  warningFeeds: readonly WarningFeed[]
}

export type Plugin = FeatureModule & { open?(core: Core, needs: PluginNeeds): Feature | Promise<Feature> }

type Opened<Plugins> = {
  [Name in keyof Plugins as Plugins[Name] extends { open: unknown } ? Name : never]: Plugins[Name] extends {
    open(...args: never[]): infer Result
  }
    ? Awaited<Result>
    : never
}

export async function openAll<Plugins extends Readonly<Record<string, Plugin>>>(
  plugins: Plugins,
  core: Core,
  needs: PluginNeeds,
): Promise<Opened<Plugins>> {
  const opened: Record<string, Feature> = {}
  for (const [name, plugin] of Object.entries(plugins)) if (plugin.open) opened[name] = await plugin.open(core, needs)
  // TypeScript can't infer that the loop stores each plugin's result under its name.
  return opened as Opened<Plugins>
}
