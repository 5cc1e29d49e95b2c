import type { TrailStatus } from '@trailwarden/domain'
import type { ReactElement } from 'react'
import { colour } from '#ui/theme.ts'

/** Shape first, colour second: each status has its own outline, readable in greyscale. Null is unknown. */
const SHAPES: Record<TrailStatus | 'unknown', ReactElement> = {
  Open: (
    <>
      <circle cx="16" cy="16" r="14" fill={colour('statusOpen')} />
      <path
        d="M9.6 16.6L14 21L22.6 11.8"
        fill="none"
        stroke={colour('onStatusOpen')}
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  'Partially Open': (
    <>
      <path d="M13.9 3.6Q16 .4 18.1 3.6L30.6 25.4Q32 29.4 28 29.6H4Q0 29.4 1.4 25.4Z" fill={colour('statusPartial')} />
      <path d="M16 11.4V18.4" stroke={colour('onStatusPartial')} strokeWidth="3.4" strokeLinecap="round" />
      <circle cx="16" cy="24" r="2.1" fill={colour('onStatusPartial')} />
    </>
  ),
  Closed: (
    <>
      <path
        d="M10.2 2H21.8L30 10.2V21.8L21.8 30H10.2L2 21.8V10.2Z"
        fill={colour('statusClosed')}
        stroke={colour('statusClosed')}
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path d="M9.4 16H22.6" stroke={colour('onStatusClosed')} strokeWidth="4.2" strokeLinecap="round" />
    </>
  ),
  unknown: (
    <>
      <circle cx="16" cy="16" r="13.4" fill="none" stroke={colour('statusUnknown')} strokeWidth="2.6" strokeDasharray="5.6 3.4" />
      <path
        d="M12 12.6C12 7.6 20 7.6 20 12.6C20 15.6 16 15.4 16 18.8"
        fill="none"
        stroke={colour('statusUnknown')}
        strokeWidth="2.8"
        strokeLinecap="round"
      />
      <circle cx="16" cy="23.4" r="1.9" fill={colour('statusUnknown')} />
    </>
  ),
}

export function StatusShape({ status, size = 36 }: { status: TrailStatus | null; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      {SHAPES[status ?? 'unknown']}
    </svg>
  )
}
