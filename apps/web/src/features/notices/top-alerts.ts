import type { TopAlerts } from '#parts/feature.ts'
import { listNotices, PublicNotices } from './public-notices.tsx'

export const topAlerts: TopAlerts = { AboveHome: PublicNotices, listForMap: listNotices }
