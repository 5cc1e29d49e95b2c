import type { TopAlerts } from '#parts/feature.ts'
import { MapNotices, PublicNotices } from './public-notices.tsx'

export const topAlerts: TopAlerts = { AboveHome: PublicNotices, AboveMap: MapNotices }
