import type { SignalBand } from '@trailwarden/domain'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const BARS: Record<SignalBand, number> = { good: 3, poor: 1, none: 0 }

const Bars = styled('svg')({
  flex: 'none',
  '& rect': { fill: colour('surfaceSunken') },
  '&[data-band=good] .lit': { fill: colour('signalGood') },
  '&[data-band=poor] .lit': { fill: colour('signalPoor') },
  '& path': { fill: 'none', stroke: colour('signalNone'), strokeWidth: 3, strokeLinecap: 'round' },
  '& text': { fill: colour('text2'), font: font('700 16px') },
})

/** The text beside the bars states the signal, so the colour of the bars adds no information. */
export function SignalBars({ band }: { band: SignalBand | null }) {
  const lit = band ? BARS[band] : 0
  return (
    <Bars width="26" height="24" viewBox="0 0 26 24" aria-hidden="true" data-band={band ?? 'unknown'}>
      {(band === null ? [] : [0, 1, 2]).map((bar) => (
        <rect key={bar} x={2 + bar * 8} y={15 - bar * 6} width="6" height={8 + bar * 6} rx="2" className={bar < lit ? 'lit' : undefined} />
      ))}
      {band === 'none' && <path d="M3 21L23 3" />}
      {band === null && (
        <text x="8" y="18">
          ?
        </text>
      )}
    </Bars>
  )
}
