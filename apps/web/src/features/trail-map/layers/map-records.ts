import { lengthText } from '@trailwarden/domain'
import type { LonLat } from '#map/map-data.ts'
import { symbolOfPlace } from '#parts/map/site-layers.ts'
import { gradeText, kindText } from '#parts/trail/trail-words.ts'
import type { Named } from './live-layers.ts'
import type { SiteRecord } from './site-records.ts'

const middleOf = (lines: readonly (readonly LonLat[])[]): LonLat => {
  const longest = lines.toSorted((a, b) => b.length - a.length)[0] ?? []
  return longest[Math.floor(longest.length / 2)] ?? [0, 0]
}

export const ROUTE_TEXT = { '4wd': '4WD access route', '2wd': '2WD access route', foot: 'Walking access route' }
const SIGNAL_SYMBOLS = {
  green: 'emergency-marker-signal-good',
  orange: 'emergency-marker-signal-poor',
  red: 'emergency-marker-signal-none',
} as const
const SIGNAL_TEXT = { green: 'good signal', orange: 'poor or unreliable signal', red: 'no connection' }

export function nameOfRecord(one: SiteRecord): Named {
  switch (one.source) {
    case 'trails': {
      const { name, rating, type, distanceM, lines } = one.record
      const kind = rating === 'link' ? null : kindText({ type })
      const length = distanceM === null ? null : lengthText(distanceM)
      const detail = [kind, gradeText({ rating }), length].filter(Boolean).join(' · ')
      return { title: name, detail, symbol: 'line', at: middleOf(lines) }
    }
    case 'access-routes': {
      const { name, type, lines } = one.record
      const detail = type ? ROUTE_TEXT[type] : 'Access route'
      // A caller may mention a route without a line on the radio, so such routes are listed too.
      if (lines.length === 0) return { title: name, detail: `${detail}, not on the map`, symbol: 'line', at: null }
      return { title: name, detail, symbol: 'line', at: middleOf(lines) }
    }
    case 'emergency-markers': {
      const { code, signal, position } = one.record
      const detail = `Emergency post, ${signal ? SIGNAL_TEXT[signal] : 'signal unknown'}`
      return { title: code, detail, symbol: signal ? SIGNAL_SYMBOLS[signal] : 'emergency-marker', at: position }
    }
    case 'waiting-posts':
      return {
        title: one.record.code,
        detail: 'Emergency post, not yet confirmed by a second manager',
        symbol: 'emergency-marker',
        at: one.record.position,
      }
    case 'access-points':
      return { title: one.record.name, detail: 'Access Point', symbol: 'access-point', at: one.record.position }
    case 'landing-zones':
      return { title: one.record.name, detail: 'Helicopter LZ', symbol: 'helicopter-lz', at: one.record.position }
    default:
      return { title: one.record.name, detail: one.record.category, symbol: symbolOfPlace(one.record), at: one.record.position }
  }
}
