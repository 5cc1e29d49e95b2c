import { ActionCategory } from '@trailwarden/domain'
import { styled } from '#ui/styled.ts'

const Drawing = styled('svg')({
  width: 32,
  height: 32,
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& .thick': { strokeWidth: 3.4 },
  '& .full': { fill: 'currentColor' },
})

const WAVE = 'c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0 3-1.6 4.5 0 3 1.6 4.5 0'

const LINES = {
  'Fallen tree': [['M3 19h18M3 12.6v5'], ['M3.5 15.5 15 9.5', 'thick'], ['M14 5.5l6.5 1.2-3 6.3c-1.8.4-4-.8-4.6-2.6Z', 'full']],
  'Washout or mud': [[`M3 9.5${WAVE}M3 15${WAVE}M3 20.3${WAVE}M5 4.5h5M14 4.5h5`]],
  'Damaged feature': [['M3 18.5h18v-11c-4 0-6.5 1.8-8.5 5.2S7.5 18 3 18.5Zm12-9 1.6 3.2-2.2 1.5 1.4 4M8 4.5v3M12 3.5v3']],
  'Sign or post': [['M12 21v-6M12 5V3M5 5h11l3.5 4.5L16 14H5Zm3 2.5 5 4m0-4-5 4']],
  Overgrown: [['M5 20c1-6 4-9.5 9-11.5M6 14.5C5 8 10 3.5 19.5 4 20 13 15.5 18 9 16.8']],
  'Something else': [['M5.5 12h.01M12 12h.01M18.5 12h.01', 'thick']],
} as const satisfies Record<ActionCategory, readonly (readonly [lines: string, kind?: string])[]>

function Mark({ of }: { of: ActionCategory }) {
  return (
    <Drawing viewBox="0 0 24 24" aria-hidden="true">
      {LINES[of].map(([lines, kind]) => (
        <path key={lines} d={lines} className={kind} />
      ))}
    </Drawing>
  )
}

export const CATEGORIES = ActionCategory.options.map((value) => ({ value, title: value, mark: <Mark of={value} /> }))

export const WORDS_OF: Record<ActionCategory, string> = {
  'Fallen tree': 'Fallen tree across the trail',
  'Washout or mud': 'Washout or mud on the trail',
  'Damaged feature': 'Damaged feature',
  'Sign or post': 'Sign or post damaged or missing',
  Overgrown: 'Trail overgrown',
  'Something else': '',
}
