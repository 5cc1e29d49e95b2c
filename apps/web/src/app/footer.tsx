import { styled } from '@mui/material/styles'
import { VERSION_LABEL } from '#lib/messages/frame.ts'
import { colour, DESKTOP } from '#ui/theme.ts'

const Foot = styled('footer')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  gap: '4px 20px',
  minHeight: 48,
  padding: '20px 16px 24px',
  color: colour('text2'),
  [DESKTOP]: { justifyContent: 'flex-start', gap: '4px 24px', padding: '4px 24px 12px' },
}))

export function Footer() {
  return (
    <Foot>
      <span>Version {VERSION_LABEL}</span>
      <span>Built by Trailwarden</span>
    </Foot>
  )
}
