import type { ReactNode } from 'react'
import { Card, Muted } from '../card.tsx'
import { styled } from '../styled.ts'
import { colour, font } from '../theme/theme.ts'

const Frame = styled(Card)({
  '& label': {
    display: 'flex',
    alignItems: 'center',
    gap: 14,
    minHeight: 56,
    padding: '0 14px',
    font: font('600 15px/20px'),
    cursor: 'pointer',
  },
  '& input': { width: 24, height: 24, margin: 0, flex: 'none', accentColor: colour('primary') },
  '& p': { padding: '0 16px 14px' },
})

type Props = { label: string; isOn: boolean; onChange: (isOn: boolean) => void; children?: ReactNode }

export function Tick({ label, isOn, onChange, children }: Props) {
  return (
    <Frame as="div">
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
        {label}
      </label>
      {children && <Muted role="status">{children}</Muted>}
    </Frame>
  )
}
