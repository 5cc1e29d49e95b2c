import type { TopAlerts } from '#parts/feature.ts'
import { MapWarnings, Warnings } from './warnings.tsx'

export const topAlerts: TopAlerts = { AboveHome: Warnings, AboveMap: MapWarnings }
