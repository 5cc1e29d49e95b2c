import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { iconInfo } from '../icons/tool-icons.ts'
import { styled } from '../styled.ts'
import { colour, typography } from '../theme/theme.ts'

const Box = styled('div')({
  ...typography.body2,
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '12px 14px',
  borderRadius: 12,
  background: colour('infoContainer'),
  color: colour('onInfoContainer'),
  overflowWrap: 'anywhere',
  '& > div': { minWidth: 0 },
})

export function Notice({ children }: { children: ReactNode }) {
  return (
    <Box role="note">
      <Icon path={iconInfo} />
      <div>{children}</div>
    </Box>
  )
}
