import type { SignalBand } from '@trailwarden/domain'

const HEIGHTS = [3, 8, 13]
const LIT: Record<SignalBand, number> = { good: 3, poor: 1, none: 0 }

/** The strength of a signal. The text next to it states it too, so nobody depends on the colour. */
export const Bars = ({ band }: { band: SignalBand | null }) => (
  <svg className={`bars bars-${band ?? 'unknown'}`} viewBox="0 0 24 24" aria-hidden="true">
    {HEIGHTS.map((height, i) => (
      <path key={height} className={band && i < LIT[band] ? 'lit' : undefined} d={`M${4.5 + i * 7.25} 19V${19 - height}`} />
    ))}
    {band === 'none' && <path className="crossed" d="M3 22L22 3" />}
  </svg>
)
