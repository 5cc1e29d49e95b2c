import type { TopAlerts } from '#parts/feature.ts'
import { listWarnings, Warnings } from './warnings.tsx'

export const topAlerts: TopAlerts = { AboveHome: Warnings, listForMap: listWarnings }
