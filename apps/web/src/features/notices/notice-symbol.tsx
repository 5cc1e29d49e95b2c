import type { NoticeLevel } from '@trailwarden/domain/notice/public-notice'
import { styled } from '#ui/styled.ts'

const Lines = styled('svg')({ width: 24, height: 24, flex: 'none', display: 'block', fill: 'none', stroke: 'currentColor' })

/** The drawings are in a 24 × 24 box. */
const PATHS: Record<NoticeLevel, string> = {
  Caution: 'M12 4 21 20H3L12 4ZM12 10v4M12 17v.1',
  Fire: 'M12 3c.6 3.5 5.5 5.8 5.5 11A5.5 5.5 0 0 1 12 20.5 5.5 5.5 0 0 1 6.5 15c0-2.6 1.3-4 2.3-5.2.3 1.5 1 2.2 1.8 2.600C10.3 8.8 10.6 5.5 12 3Z',
  Weather: 'M7 18a4 4 0 0 1-.6-7.95A5.5 5.5 0 0 1 17 9.5 4.3 4.3 0 0 1 16.8 18Z',
  Closure: 'M8.3 3h7.400L21 8.300v7.400L15.7 21H8.300L3 15.700V8.300L8.3 3ZM8 12h8',
}

export const NoticeSymbol = ({ level }: { level: NoticeLevel }) => (
  <Lines viewBox="0 0 24 24" strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <path d={PATHS[level]} />
  </Lines>
)
