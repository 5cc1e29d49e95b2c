import type { ReactNode } from 'react'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const List = styled('dl')({
  margin: 0,
  padding: '12px 16px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& div': { display: 'grid', gridTemplateColumns: '48px 1fr', gap: 12, alignItems: 'center', minHeight: 26 },
  '& dt': { gridColumn: 2, gridRow: 1, font: font('500 14px/20px') },
  '& dd': { gridColumn: 1, margin: 0, lineHeight: 0 },
})

const line = (stroke: string, more?: ReactNode, dash?: string) => (
  <svg width="48" height="14" viewBox="0 0 48 14" aria-hidden="true">
    <path d="M2 7H46" stroke={colour('trailCasing')} strokeWidth="8" strokeLinecap="round" />
    <path d="M2 7H46" stroke={stroke} strokeWidth="4" strokeDasharray={dash} />
    {more}
  </svg>
)

const KEY: readonly [string, ReactNode][] = [
  ['Green, easiest', line(colour('trailGreen'))],
  ['Blue, intermediate', line(colour('trailBlue'))],
  ['Black, difficult', line(colour('trailBlack'))],
  ['Closed', line(colour('statusClosed'), undefined, '7 4.5')],
  [
    'Partially Open, or limited',
    line(colour('trailGreen'), <path d="M2 7H46" stroke={colour('statusPartial')} strokeWidth="7" strokeDasharray="2.6 3.6" />),
  ],
]

export function Legend() {
  return (
    <List className="legend">
      {KEY.map(([meaning, sign]) => (
        <div key={meaning}>
          <dt>{meaning}</dt>
          <dd>{sign}</dd>
        </div>
      ))}
    </List>
  )
}
