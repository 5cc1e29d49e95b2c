import type { ReactNode } from 'react'
import { Icon } from '#ui/icons/icon.tsx'
import { iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Box = styled('div')({
  display: 'grid',
  gridTemplateColumns: '22px minmax(0, 1fr)',
  gap: '0 12px',
  padding: '12px 14px',
  borderRadius: 8,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  font: font('400 15px/22px'),
  overflowWrap: 'anywhere',
  '& > div': { display: 'grid', justifyItems: 'start', gap: 8 },
  '& button': { padding: '8px 16px', whiteSpace: 'normal', textAlign: 'left' },
  '& label': { display: 'flex', alignItems: 'center', gap: 14, minHeight: 48, fontWeight: 600, cursor: 'pointer' },
  '& input': { width: 24, height: 24, margin: 0, flex: 'none', accentColor: colour('primary') },
})

export function MessageNote({ children }: { children: ReactNode }) {
  return (
    <Box>
      <Icon path={iconWarningFill} size={22} />
      <div>{children}</div>
    </Box>
  )
}
