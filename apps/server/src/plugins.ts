/** To remove a plugin, delete its folder, its import and its name in `PLUGINS`. */
import type { Core } from '#core/feature.ts'
import { billing } from '#plugins/billing/index.ts'
import { keys } from '#plugins/keys/index.ts'
import { legacy } from '#plugins/legacy/index.ts'
import { openAll, type Plugin, type PluginNeeds } from '#plugins/plugin.ts'
import { warnings } from '#plugins/warnings/index.ts'
import { webhooks } from '#plugins/webhooks/index.ts'
import { workDays } from '#plugins/work-days/index.ts'

export const PLUGINS = {
  billing,
  keys,
  warnings,
  webhooks,
  workDays,
  legacy,
} satisfies Record<string, Plugin>

export const openPlugins = (core: Core, needs: PluginNeeds) => openAll(PLUGINS, core, needs)
