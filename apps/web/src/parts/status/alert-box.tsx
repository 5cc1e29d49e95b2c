import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'

// The content below the alerts adds its own padding.
export const AlertList = styled('section')({
  display: 'grid',
  gap: 8,
  padding: '12px 16px 0',
  '@media (max-width: 359px)': { padding: '12px 12px 0' },
  [DESKTOP]: { padding: '20px 24px 0' },
})

export const AlertBox = styled('article')({
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr)',
  gap: '0 12px',
  padding: '10px 14px',
  border: `1px solid ${colour('warning')}`,
  borderLeftWidth: 6,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  overflowWrap: 'anywhere',
  '&[data-severity=Extreme]': {
    borderColor: colour('emergency'),
    background: colour('emergencyContainer'),
    color: colour('onEmergencyContainer'),
  },
  '& > svg': { marginTop: 1 },
  '& h2': { ...typography.h3, fontWeight: 600 },
  '& p': typography.body2,
  '& a': { color: 'inherit' },
})
