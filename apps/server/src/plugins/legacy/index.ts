/** The plugin that adds the operator's command for importing records of the previous app. */
import type { Plugin } from '../plugin.ts'
import { importLegacyCommand } from './import-legacy-command.ts'

export const legacy = { commands: { 'import-legacy': importLegacyCommand } } satisfies Plugin
