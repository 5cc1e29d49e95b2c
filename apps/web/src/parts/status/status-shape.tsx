import type { TrailStatus } from '@trailwarden/domain'
import type { ReactElement } from 'react'
import { STATUS_PATHS as PATHS } from '#lib/status-paths.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'

/** Colour can't be recognised in greyscale, so each status has a distinct shape. */
const SHAPES: Record<TrailStatus | 'unknown', ReactElement> = {
  Open: (
    <>
      <circle cx="16" cy="16" r="14" fill={colour('statusOpen')} />
      <path
        d={PATHS.open.tick}
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
      <path d={PATHS.partial.triangle} fill={colour('statusPartial')} />
      <path d={PATHS.partial.stroke} stroke={colour('onStatusPartial')} strokeWidth="3.4" strokeLinecap="round" />
      <circle cx="16" cy="24" r="2.1" fill={colour('onStatusPartial')} />
    </>
  ),
  Closed: (
    <>
      <path
        d={PATHS.closed.octagon}
        fill={colour('statusClosed')}
        stroke={colour('statusClosed')}
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path d={PATHS.closed.bar} stroke={colour('onStatusClosed')} strokeWidth="4.2" strokeLinecap="round" />
    </>
  ),
  unknown: (
    <>
      <circle cx="16" cy="16" r="13.4" fill="none" stroke={colour('statusUnknown')} strokeWidth="2.6" strokeDasharray="5.6 3.4" />
      <path d={PATHS.unknown.hook} fill="none" stroke={colour('statusUnknown')} strokeWidth="2.8" strokeLinecap="round" />
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

const TEXT_COLOUR: Record<TrailStatus | 'unknown', string> = {
  Open: colour('statusOpenText'),
  'Partially Open': colour('statusPartialText'),
  Closed: colour('statusClosedText'),
  unknown: colour('statusUnknownText'),
}

export const StatusText = styled('b')<{ status: TrailStatus | null }>(({ status }) => ({
  color: TEXT_COLOUR[status ?? 'unknown'],
}))
