import type { Doing, OfflineMaps } from '../offline-maps.ts'
import type { MapPack } from './map-pack.ts'

/**
 * `next` means that the map is in the queue. `gap` means that the map was complete but some tiles are now missing. `update` means that an earlier version is used until the new
 * version is complete.
 */
export type Condition = 'counting' | Doing | 'next' | 'ready' | 'none' | 'partial' | 'gap' | 'update'

type Known = { stored: number | undefined; tileCount: number; doing: Doing | 'next' | null; wasWhole: boolean; hasEarlier: boolean }

export function conditionOf({ stored, tileCount, doing, wasWhole, hasEarlier }: Known): Condition {
  if (doing) return doing
  if (stored === undefined) return 'counting'
  if (stored === tileCount) return 'ready'
  if (hasEarlier) return 'update'
  if (stored === 0 && !wasWhole) return 'none'
  return wasWhole ? 'gap' : 'partial'
}

function doingOf({ work, next }: OfflineMaps, slug: string): Doing | 'next' | null {
  if (work?.slug === slug) return work.doing
  return next.includes(slug) ? 'next' : null
}

export const conditionOfPack = (maps: OfflineMaps, { slug, tileCount }: MapPack): Condition =>
  conditionOf({
    stored: maps.stored[slug],
    tileCount,
    doing: doingOf(maps, slug),
    wasWhole: maps.wholeAt[slug] !== undefined,
    hasEarlier: maps.earlier.includes(slug),
  })

export const FETCH: Record<Condition, string | null> = {
  counting: null,
  downloading: null,
  checking: null,
  deleting: null,
  next: null,
  ready: null,
  none: 'Get everything',
  partial: 'Resume',
  gap: 'Repair',
  update: 'Update',
}
