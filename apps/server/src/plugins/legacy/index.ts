import type { Plugin } from '../plugin.ts'
import { importLegacyCommand } from './import-legacy-command.ts'

export const legacy = { commands: { 'import-legacy': importLegacyCommand } } satisfies Plugin
